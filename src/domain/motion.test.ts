import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type RacePlan,
  STEER_FROM,
  finishTimeOf,
  leaderAt,
  orderAt,
  planRace,
  positionsAt,
  speedsAt,
} from "./motion.ts";
import { REVEAL_AT } from "./race-timing.ts";

const DURATIONS_MS = [8000, 12_000, 15_000];
const hash = (text: string) => createHash("sha256").update(text).digest();

/** Some races with different seeds and places, at every duration. */
const races = Array.from({ length: 120 }, (_, index) => {
  const bytes = hash(`motion test ${index}`);
  const places = [1, 2, 3, 4, 5, 6].sort((a, b) => bytes[a]! - bytes[b]! || a - b);
  const durationMs = DURATIONS_MS[index % DURATIONS_MS.length]!;
  return { motionSeed: bytes.toString("hex").slice(-32), durationMs, places };
});

const moments = (plan: RacePlan, count: number, until = 1) =>
  Array.from({ length: count + 1 }, (_, index) => (plan.durationMs * until * index) / count);

/** The shortest distance that any horse covers from one moment to the next. */
function smallestStep(plan: RacePlan, at: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  let before = positionsAt(plan, 0);
  for (const elapsedMs of at) {
    const now = positionsAt(plan, elapsedMs);
    smallest = Math.min(smallest, ...now.map((distance, index) => distance - before[index]!));
    before = now;
  }
  return smallest;
}

describe("motion", () => {
  it("RACE-8 the order at the line is the order of the places, with a margin that no rounding reaches", () => {
    for (const race of races) {
      const plan = planRace(race);
      const atLine = positionsAt(plan, plan.durationMs);
      expect(orderAt(plan, plan.durationMs)).toEqual(race.places);
      expect(leaderAt(plan, plan.durationMs)).toBe(race.places[0]);
      expect(atLine[race.places[0]! - 1]).toBeCloseTo(plan.finishDistance, 9);
      for (let place = 1; place < 6; place += 1) {
        const margin = atLine[race.places[place - 1]! - 1]! - atLine[race.places[place]! - 1]!;
        expect(margin).toBeGreaterThan(0.119);
      }
    }
  });

  it("RACE-8 no horse ever moves backwards, before the line and behind it", () => {
    for (const race of races) {
      for (const places of [race.places, null]) {
        const plan = planRace({ ...race, places });
        expect(positionsAt(plan, -100)).toEqual([0, 0, 0, 0, 0, 0]);
        expect(smallestStep(plan, moments(plan, 900, 1.5))).toBeGreaterThan(-1e-9);
      }
    }
  });

  it("RACE-8 the places shape nothing before they are revealed", () => {
    expect(REVEAL_AT).toBeLessThan(STEER_FROM);
    for (const race of races) {
      const blind = planRace({ ...race, places: null });
      const known = planRace(race);
      const other = planRace({ ...race, places: race.places.toReversed() });
      for (const elapsedMs of moments(known, 200, STEER_FROM)) {
        expect(positionsAt(known, elapsedMs)).toEqual(positionsAt(blind, elapsedMs));
        expect(positionsAt(other, elapsedMs)).toEqual(positionsAt(blind, elapsedMs));
      }
    }
  });

  it("RACE-8 the order of the finish stays behind the line", () => {
    for (const race of races) {
      const plan = planRace(race);
      for (const elapsedMs of moments(plan, 100, 2).filter((ms) => ms >= plan.durationMs)) {
        expect(orderAt(plan, elapsedMs)).toEqual(race.places);
      }
    }
  });

  it("RACE-7 horses cross the line one after the other, the winner at the race's duration", () => {
    for (const race of races) {
      const plan = planRace(race);
      const times = race.places.map((number) => finishTimeOf(plan, number));
      expect(times[0]).toBeCloseTo(plan.durationMs, 3);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times[5]).toBeLessThan(plan.durationMs * 1.3);
    }
  });

  it("RACE-9 the same seed, places and time give the same positions to the last digit", () => {
    for (const race of races.slice(0, 10)) {
      const elapsedMs = race.durationMs * 0.87;
      expect(positionsAt(planRace(race), elapsedMs)).toEqual(positionsAt(planRace({ ...race }), elapsedMs));
    }
  });

  it("no horse jumps: speeds stay within what eyes believe", () => {
    for (const race of races) {
      const plan = planRace(race);
      const speeds = moments(plan, 300).flatMap((elapsedMs) => speedsAt(plan, elapsedMs));
      expect(Math.min(...speeds)).toBeGreaterThan(-1e-6);
      expect(Math.max(...speeds)).toBeLessThan(18);
    }
  });

  it("the last metres go by slower, and what was fast before is fast again soon after the line", () => {
    const meanSpeed = (plan: RacePlan, progress: number) =>
      speedsAt(plan, progress * plan.durationMs).reduce((sum, speed) => sum + speed / 6, 0);
    for (const race of races) {
      const plan = planRace(race);
      expect(meanSpeed(plan, 0.999)).toBeLessThan(0.62 * meanSpeed(plan, 0.8));
      expect(meanSpeed(plan, 1.06)).toBeGreaterThan(1.1 * meanSpeed(plan, 0.999));
    }
  });

  it("most races change their leader and the lead is open late", () => {
    const changesIn = (plan: RacePlan, from: number) => {
      const leaders = moments(plan, 400)
        .slice(400 * from)
        .map((elapsedMs) => leaderAt(plan, elapsedMs));
      return leaders.filter((leader, index) => index > 0 && leader !== leaders[index - 1]).length;
    };
    const plans = races.map(planRace);
    const changes = plans.map((plan) => changesIn(plan, 0.1)).toSorted((a, b) => a - b);
    expect(changes[changes.length / 2]).toBeGreaterThanOrEqual(3);
    const late = plans.filter((plan) => changesIn(plan, 0.9) > 0);
    expect(late.length / plans.length).toBeGreaterThan(0.25);
    expect(late.length / plans.length).toBeLessThan(0.4);
  });

  it("refuses a seed or places that are none", () => {
    expect(() => planRace({ motionSeed: "xyz", durationMs: 8000, places: null })).toThrow(TypeError);
    const places = [1, 2, 3, 4, 5, 5];
    expect(() => planRace({ motionSeed: "0".repeat(32), durationMs: 8000, places })).toThrow(RangeError);
  });
});
