import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planRace, positionsAt } from "../../../domain/motion.ts";
import { crowdAt, cuesBetween } from "./score.ts";

const plan = planRace({
  motionSeed: "0123456789abcdef0123456789abcdef",
  durationMs: 12_000,
  places: [4, 1, 2, 6, 5, 3],
});
const whole = cuesBetween(plan, -1000, 20_000);
const hooves = (from: number, to: number) =>
  cuesBetween(plan, from, to).filter(({ kind }) => kind === "hoof");
const loudness = (from: number, to: number) => {
  const gains = cuesBetween(plan, from, to).flatMap((cue) => (cue.kind === "hoof" ? [cue.gain] : []));
  return gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
};

describe("the sounds of a race", () => {
  it("opens the gate at the start and rings the bell at the finish, once", () => {
    const once = (soundKind: string) =>
      whole.filter(({ kind }) => kind === soundKind).map(({ atMs }) => atMs);
    expect(once("gate")).toEqual([0]);
    expect(once("bell")).toEqual([12_000]);
  });

  it("holds every sound once, wherever the windows are cut", () => {
    const cuts = fc.array(fc.double({ min: 0, max: 14_000, noNaN: true }), { maxLength: 40 });
    // A time is found to within half a millisecond, so two closer ones may change places.
    const timesOf = (cues: typeof whole) => cues.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
    const times = timesOf(cuesBetween(plan, 0, 14_000));
    fc.assert(
      fc.property(cuts, (inner) => {
        const edges = [0, ...inner.toSorted((a, b) => a - b), 14_000];
        const pieces = edges.slice(1).flatMap((to, index) => cuesBetween(plan, edges[index]!, to));
        expect(pieces).toHaveLength(times.length);
        const apart = timesOf(pieces).map((atMs, index) => Math.abs(atMs - (times[index] ?? Number.NaN)));
        expect(Math.max(...apart)).toBeLessThan(1.01);
      }),
      { numRuns: 20 },
    );
  });

  it("beats four times a stride of each horse, and not before the start", () => {
    expect(hooves(-5000, 0)).toEqual([]);
    const strides = positionsAt(plan, 12_000).map((run, index) => run / (2.4 * (0.96 + 0.016 * index)));
    const expected = strides.reduce((sum, count) => sum + 4 * count, 0);
    expect(Math.abs(hooves(0, 12_000).length - expected)).toBeLessThan(24);
  });

  it("follows the pack: slower and softer out of the gate than in full run, silent at rest", () => {
    expect(hooves(0, 400).length).toBeLessThan(hooves(6000, 6400).length);
    expect(loudness(0, 500)).toBeLessThan(loudness(6000, 6500));
    expect(loudness(15_000, 16_000)).toBeLessThan(loudness(6000, 6500) / 4);
    expect(hooves(40_000, 60_000)).toEqual([]);
  });

  it("keeps within what a loudspeaker can do", () => {
    for (const cue of whole) {
      if (cue.kind !== "hoof") continue;
      expect(cue.gain).toBeGreaterThanOrEqual(0);
      expect(cue.gain).toBeLessThanOrEqual(1);
      expect(Math.abs(cue.pan)).toBeLessThanOrEqual(0.85);
    }
  });
});

it("lets the crowd swell to the finish and calm down after it", () => {
  const levels = [4000, 8000, 10_000, 11_900, 12_500].map((ms) => crowdAt(plan, ms));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(crowdAt(plan, 30_000)).toBeLessThan(0.2);
  for (let ms = -2000; ms < 30_000; ms += 50) {
    expect(crowdAt(plan, ms)).toBeGreaterThanOrEqual(0);
    expect(crowdAt(plan, ms)).toBeLessThanOrEqual(1);
  }
});
