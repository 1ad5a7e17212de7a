import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countdownEnd } from "./countdown.ts";
import {
  BEACON_TIMEOUT_MS,
  type RaceEvent,
  type RaceState,
  type RaceStatus,
  isBettingOpen,
  newRace,
  step,
} from "./race.ts";

const LEGAL: Readonly<Record<RaceStatus, readonly RaceStatus[]>> = {
  pending: ["pending", "countdown", "refunded"],
  countdown: ["countdown", "active", "refunded"],
  active: ["active", "completed", "refunded"],
  completed: ["completed", "refunded"],
  refunded: ["refunded"],
};

const settings = fc.record({
  minBets: fc.integer({ min: 1, max: 6 }),
  countdownMs: fc.constantFrom(10_000, 30_000, 60_000),
  extendMs: fc.constantFrom(5000, 10_000, 20_000),
  durationMs: fc.constantFrom(8000, 12_000, 15_000),
  outcomeEntropy: fc.constantFrom("beacon" as const, "sealed" as const),
});

const event: fc.Arbitrary<RaceEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<RaceEvent>({ type: "anchored" }) },
  { weight: 8, arbitrary: fc.constant<RaceEvent>({ type: "tick" }) },
  fc.constant<RaceEvent>({ type: "resumed" }),
  fc.constant<RaceEvent>({ type: "settled" }),
  { weight: 1, arbitrary: fc.constant<RaceEvent>({ type: "refund", reason: "chance" }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("bet-confirmed" as const),
      at: fc.constant(0),
      distinctPlayers: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("beacon-announced" as const),
      slot: fc.bigInt({ min: 1n, max: 5n }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("beacon" as const),
      slot: fc.bigInt({ min: 1n, max: 9n }),
      blockhash: fc.constantFrom("a", "b", "c"),
    }),
  },
);

/** Events with the time that passes before each. */
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 12_000 }), event), { maxLength: 80 });

/** Runs a history and hands every step to `look`. */
function run(
  start: RaceState,
  events: readonly (readonly [number, RaceEvent])[],
  look: (before: RaceState, taken: ReturnType<typeof step>, event: RaceEvent, nowMs: number) => void,
): { race: RaceState; nowMs: number } {
  let race = start;
  let nowMs = 1_000_000;
  for (const [passedMs, given] of events) {
    nowMs += passedMs;
    const happened = given.type === "bet-confirmed" ? { ...given, at: nowMs } : given;
    const taken = step(race, happened, nowMs);
    look(race, taken, happened, nowMs);
    race = taken.race;
  }
  return { race, nowMs };
}

describe("race, whatever happens", () => {
  it("INV-11 makes only legal transitions, settles once at most and changes nothing when it refuses", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        let settledTimes = 0;
        let refundedTimes = 0;
        run(newRace("r", frozen), events, (before, taken) => {
          expect(LEGAL[before.status]).toContain(taken.race.status);
          const isUntouched = taken.race === before && taken.effects.length === 0;
          expect(taken.refused === null || isUntouched).toBe(true);
          if (before.settledAt === null && taken.race.settledAt !== null) settledTimes += 1;
          if (taken.effects.some((effect) => effect.type === "refund-all")) refundedTimes += 1;
        });
        expect(settledTimes + refundedTimes).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it("RACE-1 what has been decided is never decided again", () => {
    const once = [
      "bettingOpensAt",
      "lockedAt",
      "beaconSlot",
      "beacon",
      "startsAt",
      "revealedAt",
      "completedAt",
      "settledAt",
      "refundedAt",
    ] as const;
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (before, taken) => {
          const decided = once.filter((name) => before[name] !== null);
          expect(decided.filter((name) => taken.race[name] !== before[name])).toEqual([]);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("FAIR-10 a race starts with the entropy it was created with, a beacon only after the lock", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (before, taken, _event, nowMs) => {
          const { race } = taken;
          const hasBeacon = race.beacon !== null;
          const isStarted = race.startsAt !== null;
          expect(hasBeacon).toBe(isStarted && frozen.outcomeEntropy === "beacon");
          const isNew = hasBeacon && before.beacon === null;
          const isDue =
            before.lockedAt !== null &&
            nowMs < before.lockedAt + BEACON_TIMEOUT_MS &&
            before.beaconSlot !== null &&
            race.beacon !== null &&
            race.beacon.slot >= before.beaconSlot;
          expect(isNew && !isDue).toBe(false);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("RACE-11 a bet counts exactly when betting is open", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (before, taken, happened) => {
          const isBet = happened.type === "bet-confirmed";
          const isTaken = taken.refused === null;
          expect(isBet && isTaken !== isBettingOpen(before, happened.at)).toBe(false);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("RACE-10 the same event again, at the same moment, changes nothing more", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (_before, taken, happened, nowMs) => {
          const again = step(taken.race, happened, nowMs);
          expect(again.race).toBe(taken.race);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("INV-12 with time, a beacon and settlement every race in countdown or later ends", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        const chaos = run(newRace("r", frozen), events, () => undefined);
        let { race, nowMs } = chaos;
        if (race.status === "pending") return;
        for (
          let round = 0;
          round < 400 && race.settledAt === null && race.status !== "refunded";
          round += 1
        ) {
          nowMs += 1000;
          const taken = step(race, { type: "tick" }, nowMs);
          race = taken.race;
          for (const effect of taken.effects) {
            if (effect.type === "choose-beacon-slot") {
              race = step(race, { type: "beacon-announced", slot: 3n }, nowMs).race;
            } else if (effect.type === "fetch-beacon") {
              race = step(race, { type: "beacon", slot: effect.slot, blockhash: "x" }, nowMs).race;
            } else if (effect.type === "settle") {
              race = step(race, { type: "settled" }, nowMs).race;
            }
          }
        }
        expect(race.settledAt !== null || race.status === "refunded").toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("RACE-5 the countdown is a fold over its bets: never shorter, at most twice as long", () => {
    const times = fc.array(fc.integer({ min: 0, max: 130_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(settings, times, (frozen, betTimes) => {
        const countdown = { ...frozen, startedAt: 0 };
        const end = countdownEnd(countdown, betTimes);
        expect(end).toBeGreaterThanOrEqual(frozen.countdownMs);
        expect(end).toBeLessThanOrEqual(2 * frozen.countdownMs);
        const counted = betTimes.filter((at) => at < end);
        const last = Math.max(0, ...counted);
        const lifted = last === 0 ? 0 : Math.min(last + frozen.extendMs, 2 * frozen.countdownMs);
        expect(end).toBeGreaterThanOrEqual(lifted);

        let race: RaceState = {
          ...newRace("r", frozen),
          status: "countdown",
          bettingOpensAt: 0,
          countdownStartedAt: 0,
          closesAt: frozen.countdownMs,
        };
        for (const at of betTimes.toSorted((a, b) => a - b)) {
          race = step(race, { type: "bet-confirmed", at, distinctPlayers: 9 }, at).race;
        }
        expect(race.closesAt).toBe(end);
      }),
    );
  });
});
