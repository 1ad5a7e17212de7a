import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakFrom } from "./break.ts";
import { DAY_MS } from "./day-length.ts";

describe("a break", () => {
  it("BET-16 lasts its days, or at least its months", () => {
    const at = Date.UTC(2026, 7, 31, 10);
    expect(breakFrom({ days: 1 }, at)).toEqual({ kind: "cool_off", until: new Date(at + DAY_MS) });
    expect(breakFrom({ exclude: 6 }, at)).toEqual({
      kind: "exclusion",
      until: new Date(Date.UTC(2027, 2, 3, 10)),
    });
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 6, max: 120 }), (from, months) => {
        const { until } = breakFrom({ exclude: months }, from.getTime());
        if (Number.isNaN(until.getTime())) return;
        expect(until.getTime() - from.getTime()).toBeGreaterThanOrEqual(months * 30 * DAY_MS);
      }),
    );
  });
});
