import { expect, it } from "vitest";
import { instantOf, localOf } from "./local-time.ts";

it("a local time in a field is the instant that it was, to the minute", () => {
  // Across a change to summer time, wherever this runs.
  for (const iso of ["2026-12-24T18:00:00Z", "2027-03-28T00:59:00Z", "2027-03-28T01:01:00Z"]) {
    const instant = new Date(iso);
    expect(instantOf(localOf(instant))).toEqual(instant);
  }
  expect(localOf(new Date(2026, 0, 2, 3, 4, 5))).toBe("2026-01-02T03:04");
  expect([localOf(null), instantOf("")]).toEqual(["", null]);
});
