import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBettingOpen } from "./betting-window.ts";
import { countdownEnd, extendableAfter } from "./countdown.ts";
import { type RaceState, newRace, statusOf } from "./race-phases.ts";
import type { RaceStatus } from "./race-terms.ts";
import { type RaceEvent, step } from "./race.ts";
import { BEACON_TIMEOUT_MS } from "./race-timing.ts";
import { locksBets } from "./race-settings.ts";
import { loadRace, storedRace } from "./stored-race.ts";

const LEGAL: Readonly<Record<RaceStatus, readonly RaceStatus[]>> = {
  pending: ["pending", "countdown", "refunded"],
  countdown: ["countdown", "pending", "active", "refunded"],
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
  ledger: fc.constantFrom("real" as const, "play" as const),
});

const event: fc.Arbitrary<RaceEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<RaceEvent>({ type: "anchored" }) },
  { weight: 8, arbitrary: fc.constant<RaceEvent>({ type: "tick" }) },
  fc.constant<RaceEvent>({ type: "resumed" }),
  fc.record({ type: fc.constant("settle" as const), isWinnerBacked: fc.boolean() }),
  { weight: 1, arbitrary: fc.constant<RaceEvent>({ type: "refund", reason: "chance" }) },
  { weight: 1, arbitrary: fc.constant<RaceEvent>({ type: "refund-late", reason: "chance" }) },
  {
    weight: 6,
    arbitrary: fc.oneof(
      fc.record({
        type: fc.constant("players-counted" as const),
        distinctPlayers: fc.integer({ min: 1, max: 8 }),
      }),
      fc.constant<RaceEvent>({ type: "bet-confirmed", at: 0 }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("beacon-announced" as const, "lock-landed" as const),
      slot: fc.bigInt({ min: 1n, max: 5n }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("beacon" as const),
      slot: fc.bigInt({ min: 1n, max: 12n }),
      blockhash: fc.constantFrom("a", "b", "c"),
    }),
  },
);

/** Events with the time that passes before each. */
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 12_000 }), event), { maxLength: 80 });

/** Runs a history and passes every step to `look`. */
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
        const times = { settle: 0, refund: 0 };
        run(newRace("r", frozen), events, (before, taken) => {
          expect(LEGAL[statusOf(before)]).toContain(statusOf(taken.race));
          expect(taken.refused === null || taken.race === before).toBe(true);
          expect(taken.race !== before || taken.effects.length === 0).toBe(true);
          for (const { type } of taken.effects) if (type === "settle" || type === "refund") times[type] += 1;
          const isSettling = taken.effects.some(({ type }) => type === "settle");
          const isSettled = storedRace(taken.race).settledAt !== null;
          expect(isSettling).toBe(isSettled && storedRace(before).settledAt === null);
        });
        expect(times.settle).toBeLessThanOrEqual(1);
        expect(times.refund).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it("RACE-1 what has been decided is never decided again", () => {
    const once = [
      "bettingOpensAt",
      "lockedAt",
      "beaconSlot",
      "beaconBlockSlot",
      "beaconBlockhash",
      "startsAt",
      "revealedAt",
      "completedAt",
      "settledAt",
      "refundedAt",
    ] as const;
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (before, taken) => {
          const [was, is] = [storedRace(before), storedRace(taken.race)];
          // Until the start the slot follows the lock memo.
          const isFollowing = before.phase === "locked" && locksBets(frozen);
          const decided = once.filter(
            (name) => was[name] !== null && !(isFollowing && name === "beaconSlot"),
          );
          expect(decided.filter((name) => is[name] !== was[name])).toEqual([]);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("RACE-10 a race is loaded as it was stored, in every phase", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (_before, { race }) => {
          expect(loadRace(storedRace(race))).toEqual(race);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("FAIR-10 a race starts with the entropy it was created with, a beacon only after the lock", () => {
    fc.assert(
      fc.property(settings, history, (frozen, events) => {
        run(newRace("r", frozen), events, (before, taken, _event, nowMs) => {
          const race = storedRace(taken.race);
          const hasBeacon = race.beaconBlockhash !== null;
          const isStarted = race.startsAt !== null;
          expect(hasBeacon).toBe(isStarted && frozen.outcomeEntropy === "beacon");
          const isNew = hasBeacon && storedRace(before).beaconBlockhash === null;
          const isDue =
            before.phase === "locked" &&
            nowMs < before.lockedAt + BEACON_TIMEOUT_MS &&
            before.beaconSlot !== null &&
            race.beaconBlockSlot !== null &&
            race.beaconBlockSlot >= before.beaconSlot;
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
          expect(isBet && isTaken !== isBettingOpen(storedRace(before), happened.at)).toBe(false);
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
        if (statusOf(race) === "pending") return;
        const isOver = () => storedRace(race).settledAt !== null;
        for (let round = 0; round < 400 && !isOver(); round += 1) {
          nowMs += 1000;
          race = step(race, { type: "tick" }, nowMs).race;
          const type = locksBets(frozen) ? ("lock-landed" as const) : ("beacon-announced" as const);
          race = step(race, { type, slot: 3n }, nowMs).race;
          if (race.phase === "locked" && race.beaconSlot !== null) {
            race = step(race, { type: "beacon", slot: race.beaconSlot, blockhash: "x" }, nowMs).race;
          }
          race = step(race, { type: "settle", isWinnerBacked: true }, nowMs).race;
        }
        expect(isOver()).toBe(true);
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
          phase: "countdown",
          bettingOpensAt: 0,
          countdownStartedAt: 0,
          closesAt: frozen.countdownMs,
        };
        for (const at of betTimes.toSorted((a, b) => a - b)) {
          race = step(race, { type: "bet-confirmed", at }, at).race;
        }
        expect(race.phase === "countdown" && race.closesAt).toBe(end);
      }),
    );
  });

  it("RACE-5 bets that were counted are never needed again, in whatever rounds they come", () => {
    const rounds = fc.array(fc.array(fc.integer({ min: 0, max: 130_000 }), { maxLength: 4 }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(settings, rounds, (frozen, arrivals) => {
        const countdown = { ...frozen, startedAt: 0 };
        const seen: number[] = [];
        let end: number = frozen.countdownMs;
        for (const arrived of arrivals) {
          seen.push(...arrived);
          const after = extendableAfter(countdown, end);
          const fold = (betTimes: readonly number[]) => {
            let race: RaceState = {
              ...newRace("r", frozen),
              phase: "countdown",
              bettingOpensAt: 0,
              countdownStartedAt: 0,
              closesAt: end,
            };
            for (const at of betTimes.toSorted((a, b) => a - b)) {
              race = step(race, { type: "bet-confirmed", at }, at).race;
            }
            return storedRace(race).closesAt ?? 0;
          };
          const withAll = fold(seen);
          expect(after === null ? end : fold(seen.filter((at) => at > after))).toBe(withAll);
          end = withAll;
        }
      }),
    );
  });
});
