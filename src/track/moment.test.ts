import fc from "fast-check";
import { expect, it } from "vitest";
import { DAY_MS } from "../domain/day-length.ts";
import { noFindings, proveRace } from "../../tests/drills/motion/prove-race.ts";
import { geometryOf } from "./geometry.ts";
import { NOSE_AHEAD } from "./horse/anatomy.ts";
import { courseFor, momentAt } from "./moment.ts";
import { originX } from "./runners.ts";
import type { RunState } from "./track-state.ts";
import { courseX } from "./view.ts";

const colors = ["#d7263d", "#3e8bff", "#ffd23f", "#2bd4bd", "#f76b15", "#e9e4f2"];
const startsAt = 1_790_000_000_000;
const seeds = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
const places = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 });
const durations = fc.constantFrom(8000, 12_000, 15_000);
const desk = geometryOf(835, 551);

function stateOf(motionSeed: string, durationMs: number, order: readonly number[] | null): RunState {
  const horses = colors.map((color, index) => ({ number: index + 1, color }));
  return {
    horses,
    marked: null,
    durationMs,
    run: { startsAt, motionSeed, places: order },
  };
}

it("RACE-9 shows two clients the same picture, whatever they have drawn before", () => {
  fc.assert(
    fc.property(
      seeds,
      durations,
      places,
      fc.integer({ min: -2000, max: 24_000 }),
      (seed, durationMs, order, ms) => {
        const [one, two] = [
          courseFor(desk, stateOf(seed, durationMs, order)),
          courseFor(desk, stateOf(seed, durationMs, order)),
        ];
        for (let at = -500; at < ms; at += 1700) momentAt(two, startsAt + at);
        expect(momentAt(two, startsAt + ms)).toEqual(momentAt(one, startsAt + ms));
      },
    ),
    { numRuns: 60 },
  );
});

it("RACE-9 shows a replay, at any speed, as the race was", () => {
  fc.assert(
    fc.property(
      seeds,
      durations,
      places,
      fc.integer({ min: 0, max: 16_000 }),
      fc.constantFrom(0, 0.5, 2),
      (seed, durationMs, order, ms, rate) => {
        const state = stateOf(seed, durationMs, order);
        const since = startsAt + DAY_MS;
        const playback = { elapsedMs: ms - 300 * rate, since, rate };
        const replay = courseFor(desk, {
          ...state,
          run: { startsAt, motionSeed: seed, places: order, playback },
        });
        expect(momentAt(replay, since + 300)).toEqual(momentAt(courseFor(desk, state), startsAt + ms));
      },
    ),
    { numRuns: 60 },
  );
});

it("RACE-8 draws nothing that depends on the places before they steer", () => {
  fc.assert(
    fc.property(
      seeds,
      durations,
      places,
      fc.double({ min: -0.1, max: 0.6, noNaN: true }),
      (seed, durationMs, order, progress) => {
        const seen = (known: readonly number[] | null) => {
          const course = courseFor(desk, stateOf(seed, durationMs, known));
          const { running, ...rest } = momentAt(course, startsAt + Math.floor(progress * durationMs));
          return {
            ...rest,
            running: running.map(({ horse, rider, position }) => ({ horse, rider, position })),
          };
        };
        expect(seen(null)).toEqual(seen(order));
      },
    ),
    { numRuns: 100 },
  );
});

it("RACE-9 draws the noses in finishing order when the winner's is at the line", () => {
  fc.assert(
    fc.property(
      seeds,
      durations,
      places,
      fc.constantFrom(desk, geometryOf(390, 340)),
      (seed, durationMs, order, geometry) => {
        const course = courseFor(geometry, stateOf(seed, durationMs, order));
        const moment = momentAt(course, startsAt + durationMs);
        const view = { geometry, shift: moment.shift, ratio: 1 };
        const beforeLine = moment.running.map(
          ({ position }) => courseX(view, course.finishDistance, 300) - courseX(view, position, 300),
        );
        const drawn = beforeLine
          .map((_, index) => index + 1)
          .toSorted((a, b) => beforeLine[a - 1]! - beforeLine[b - 1]!);
        expect(drawn).toEqual(order);
        expect(beforeLine[order[0]! - 1]).toBeCloseTo(0, 6);
        for (const { runner, run, horse } of moment.running)
          expect(originX(runner, run, 500) + (horse.root.x + NOSE_AHEAD) * runner.scale).toBeCloseTo(500, 6);
      },
    ),
    { numRuns: 100 },
  );
});

it("RACE-8 RACE-9 holds what `tests/drills/motion-proof.ts` counts over many thousand races: order, steps, hooves, two clients", () => {
  const findings = noFindings();
  fc.assert(
    fc.property(seeds, durations, places, (motionSeed, durationMs, order) => {
      proveRace({ motionSeed, durationMs, places: order }, findings);
      const { wrongOrders, backwardSteps, slides, clientsApart, replaysApart } = findings;
      expect({ wrongOrders, backwardSteps, slides, clientsApart, replaysApart }).toEqual({
        wrongOrders: 0,
        backwardSteps: 0,
        slides: 0,
        clientsApart: 0,
        replaysApart: 0,
      });
    }),
    { numRuns: 8 },
  );
  expect(findings.races).toBeGreaterThanOrEqual(8);
  expect(findings.footfalls).toBeGreaterThan(8 * 600);
  expect(findings.worstSlide).toBeGreaterThan(0);
}, 30_000);

it("has the horses stand in the gate, alive, while there is no start", () => {
  const course = courseFor(desk, { ...stateOf("0".repeat(32), 12_000, null), run: null });
  const [now, later] = [momentAt(course, startsAt), momentAt(course, startsAt + 900)];
  expect(now.elapsedMs).toBeLessThan(-1000);
  expect(now.running.map(({ position }) => position)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(later.running.map(({ horse }) => horse.neck)).not.toEqual(
    now.running.map(({ horse }) => horse.neck),
  );
  expect(later.running.map(({ horse }) => horse.legs)).toEqual(now.running.map(({ horse }) => horse.legs));
});
