import fc from "fast-check";
import { expect, it } from "vitest";
import { BODY_LENGTH, FORE_LENGTHS, HIND_LENGTHS, isHind, legNames, type LegName } from "./anatomy.ts";
import { effortAt, fallOf, phaseAt, runAt, type Gait } from "./gait.ts";
import { poseAt } from "./pose.ts";

const plain = { neck: 0, head: 0, nod: 1 };
const gaits = fc
  .record({
    stride: fc.double({ min: 245, max: 300, noNaN: true }),
    line: fc.double({ min: 5500, max: 12_500, noNaN: true }),
    beyond: fc.double({ min: 1300, max: 2800, noNaN: true }),
    lead: fc.constantFrom("near" as const, "far" as const),
  })
  .map(({ stride, line, beyond, lead }): Gait => ({ stride, line, rest: line + beyond, lead }));

it("has run as far as the phase says, and the other way round", () => {
  fc.assert(
    fc.property(gaits, fc.double({ min: 0, max: 0.999, noNaN: true }), (gait, part) => {
      const run = part * gait.rest!;
      expect(runAt(gait, phaseAt(gait, run))).toBeCloseTo(run, 4);
    }),
  );
});

it("goes from standing to a gallop and back to standing", () => {
  fc.assert(
    fc.property(gaits, (gait) => {
      expect(effortAt(gait, 0)).toBe(0);
      expect(effortAt(gait, 2500)).toBeGreaterThan(0.99);
      expect(effortAt(gait, gait.rest!)).toBe(0);
    }),
  );
});

/** Steps through a whole race of one horse. */
function walk(gait: Gait, step: number, look: (pose: ReturnType<typeof poseAt>, run: number) => void): void {
  for (let run = 0; run <= gait.rest!; run += step) look(poseAt(gait, plain, run, 0), run);
}

it("RACE-9 no hoof slides while it bears weight, from the gate to a standstill", () => {
  fc.assert(
    fc.property(gaits, (gait) => {
      const prints = new Map<string, { low: number; high: number }>();
      walk(gait, 11.7, ({ legs, feet }) => {
        for (const leg of legNames) {
          if (!feet[leg].planted) continue;
          const [x, key] = [legs[leg][5].x, `${leg} ${feet[leg].count}`];
          const print = prints.get(key) ?? { low: x, high: x };
          prints.set(key, { low: Math.min(print.low, x), high: Math.max(print.high, x) });
          expect(Math.abs(legs[leg][5].y)).toBeLessThan(0.03 * BODY_LENGTH);
        }
      });
      expect(prints.size).toBeGreaterThan(60);
      for (const { low, high } of prints.values()) expect(high - low).toBeLessThan(0.03 * BODY_LENGTH);
    }),
    { numRuns: 4 },
  );
}, 30_000);

it("keeps every bone as long as it is", () => {
  fc.assert(
    fc.property(gaits, (gait) => {
      walk(gait, 23.3, ({ legs }) => {
        for (const leg of legNames) {
          for (const [index, length] of (isHind(leg) ? HIND_LENGTHS : FORE_LENGTHS).entries()) {
            const [from, to] = [legs[leg][index]!, legs[leg][index + 1]!];
            expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(length, 1);
          }
        }
      });
    }),
    { numRuns: 4 },
  );
}, 30_000);

it("moves without a jump: between two looks a hoof goes no further than a swing takes it", () => {
  const gait: Gait = { stride: 276, line: 9100, rest: 11_200, lead: "near" };
  const before = new Map<LegName, { x: number; y: number }>();
  let [atGallop, slowly] = [0, 0];
  walk(gait, 1.5, ({ legs, effort }) => {
    for (const leg of legNames) {
      const toe = legs[leg][5];
      const last = before.get(leg) ?? toe;
      const advance = Math.hypot(toe.x - last.x, toe.y - last.y);
      if (effort > 0.5) atGallop = Math.max(atGallop, advance);
      else slowly = Math.max(slowly, advance);
      before.set(leg, toe);
    }
  });
  expect(atGallop).toBeLessThan(7.5);
  expect(slowly).toBeLessThan(20);
});

it("comes down on each leg once a stride, in the order of the gallop", () => {
  const gait: Gait = { stride: 276, line: 9100, rest: null, lead: "near" };
  const order = legNames.map((leg) => ({ leg, at: fallOf(gait, leg, isHind(leg) ? 10 : 11).at }));
  expect(order.toSorted((a, b) => a.at - b.at).map(({ leg }) => leg)).toEqual([
    "farHind",
    "nearHind",
    "farFore",
    "nearFore",
  ]);
  for (const leg of legNames) expect(fallOf(gait, leg, 12).at - fallOf(gait, leg, 11).at).toBeCloseTo(276, 1);
});
