import { expect, it } from "vitest";
import { seasonOf } from "./season.ts";

it("a holiday or an announcement is to come, there from its start on, and over at its end", () => {
  const dates = { starts_at: new Date(1_000), ends_at: new Date(2_000) };
  expect([999, 1_000, 1_999, 2_000].map((nowMs) => seasonOf(dates, nowMs))).toEqual([
    "coming",
    "now",
    "now",
    "over",
  ]);
  expect(seasonOf({ starts_at: null, ends_at: null }, 5)).toBe("now");
});
