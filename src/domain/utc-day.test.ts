import { expect, it } from "vitest";
import { daysBefore, utcDay } from "./utc-day.ts";

it("a day begins at midnight in UTC", () => {
  const midnight = Date.UTC(2026, 2, 1);
  expect([utcDay(midnight), utcDay(midnight - 1)]).toEqual(["2026-03-01", "2026-02-28"]);
  expect([0, 1, 6].map((days) => daysBefore(midnight, days))).toEqual([
    "2026-03-01",
    "2026-02-28",
    "2026-02-23",
  ]);
});
