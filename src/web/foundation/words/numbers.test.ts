import { afterEach, expect, it, vi } from "vitest";
import { numbersIn } from "./numbers.ts";

afterEach(() => vi.useRealTimers());

it.each([
  ["2026-11-27T23:00", "Nov 27 11:00 PM"],
  ["2026-11-28T23:00", "Yesterday 11:00 PM"],
  ["2026-11-29T00:00", "Today 12:00 AM"],
  ["2026-11-29T23:59", "Today 11:59 PM"],
  ["2026-11-30T04:19", "Tomorrow 4:19 AM"],
  ["2026-12-01T04:19", "Dec 1 4:19 AM"],
])("%s is shown as %s on 29 November, whether it is over or to come", (time, text) => {
  vi.useFakeTimers({ now: new Date("2026-11-29T16:19") });
  // The space before AM and PM depends on the version of the runtime.
  expect(numbersIn("en").dayAndTime(new Date(time)).replaceAll(/\s/g, " ")).toBe(text);
});
