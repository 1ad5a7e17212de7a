import { describe, expect, it } from "vitest";
import { HIDE_AMOUNTS_MS, hidesAmounts, isBettingOpen } from "./betting-window.ts";
import { type RaceState, newRace } from "./race-phases.ts";
import { NOBODY_WON, NO_BEACON, type RaceEvent, step } from "./race.ts";
import { BEACON_TIMEOUT_MS, LAUNCH_LEAD_MS, REVEAL_AT } from "./race-timing.ts";
import { loadRace, storedRace } from "./stored-race.ts";

const settings = {
  minBets: 2,
  countdownMs: 30_000,
  extendMs: 10_000,
  durationMs: 12_000,
  outcomeEntropy: "beacon",
  ledger: "real",
} as const;

const T0 = 1_700_000_000_000;

/** Feeds events at moments after T0 and returns the last step. */
function play(race: RaceState, ...events: readonly (readonly [number, RaceEvent])[]) {
  let last = { race, effects: [], refused: null } as ReturnType<typeof step>;
  for (const [afterMs, event] of events) last = step(last.race, event, T0 + afterMs);
  return last;
}
const tick: RaceEvent = { type: "tick" };
const players = (distinctPlayers: number): RaceEvent => ({ type: "players-counted", distinctPlayers });
const bet = (afterMs: number): RaceEvent => ({ type: "bet-confirmed", at: T0 + afterMs });
const isOpenAt = (race: RaceState, atMs: number) => isBettingOpen(storedRace(race), atMs);
const hidesAt = (race: RaceState, atMs: number) => hidesAmounts(storedRace(race), atMs);
const effectTypes = ({ effects }: ReturnType<typeof step>) => effects.map((effect) => effect.type);

const open = play(newRace("r-1", settings), [0, { type: "anchored" }]).race;
const counting = play(open, [200, players(2)]).race;
const closesAfter = 200 + 30_000;
const locked = play(counting, [closesAfter, tick]).race;
const running = play(
  locked,
  [closesAfter, { type: "lock-landed", slot: 86n }],
  [closesAfter + 900, { type: "beacon", slot: 91n, blockhash: "hash" }],
).race;
const startsAfter = closesAfter + 900 + LAUNCH_LEAD_MS;
const over = play(running, [startsAfter + 12_000, tick]).race;

describe("race", () => {
  it("RACE-11 takes no bet before its commitment is on the chain", () => {
    const race = newRace("r-1", settings);
    expect(isOpenAt(race, T0)).toBe(false);
    expect(play(race, [0, bet(0)]).refused).toBe("BETTING_CLOSED");
    expect(play(race, [0, players(9)])).toEqual({ race, effects: [], refused: null });
    expect(isOpenAt(open, T0)).toBe(true);
  });

  it("RACE-11 an open race takes bets by a clock that lags behind the one that opened it", () => {
    expect(isOpenAt(open, T0 - 1)).toBe(true);
  });

  it("RACE-2 counts down once enough distinct players have bet", () => {
    expect(play(open, [100, players(1)])).toEqual({ race: open, effects: [], refused: null });
    const second = play(open, [200, players(2)]);
    expect(second.race).toMatchObject({ phase: "countdown", closesAt: T0 + closesAfter });
    expect(second.effects).toEqual([{ type: "countdown", endsAt: T0 + closesAfter }]);
    expect(play(second.race, [300, players(3)]).race).toBe(second.race);
  });

  it("LONE-2 waits again when a bet was given back, even at its close, and counts down anew", () => {
    expect(play(counting, [300, players(1)])).toEqual({ race: open, effects: [], refused: null });
    expect(play(counting, [closesAfter, players(1)], [closesAfter, tick]).race).toEqual(open);
    const again = play(counting, [300, players(1)], [900, players(2)]);
    expect(again.race).toMatchObject({ phase: "countdown", closesAt: T0 + 900 + 30_000 });
    expect(play(locked, [closesAfter + 1, players(0)]).race).toBe(locked);
  });

  it("RACE-2 a pending race waits for ever", () => {
    const waiting = play(open, [10 ** 9, tick]);
    expect(waiting.race).toBe(open);
    expect(waiting.effects).toEqual([]);
  });

  it("RACE-5 a late bet lifts the time left, and is announced", () => {
    const early = play(counting, [5000, bet(5000)]);
    expect(early.race).toBe(counting);
    const late = play(counting, [closesAfter - 1, bet(closesAfter - 1)]);
    expect(late.race).toMatchObject({ closesAt: T0 + closesAfter - 1 + 10_000 });
    expect(effectTypes(late)).toEqual(["countdown"]);
  });

  it("RACE-11 closes at its moment, even before anybody ticks", () => {
    expect(isOpenAt(counting, T0 + closesAfter - 1)).toBe(true);
    expect(isOpenAt(counting, T0 + closesAfter)).toBe(false);
    expect(play(counting, [closesAfter, bet(closesAfter)]).refused).toBe("BETTING_CLOSED");
    expect(play(locked, [closesAfter, bet(100)]).refused).toBe("BETTING_CLOSED");
  });

  it("RACE-6 hides amounts per horse in the last seconds only", () => {
    expect(hidesAt(open, T0)).toBe(false);
    expect(hidesAt(counting, T0 + closesAfter - HIDE_AMOUNTS_MS - 1)).toBe(false);
    expect(hidesAt(counting, T0 + closesAfter - HIDE_AMOUNTS_MS)).toBe(true);
    expect(hidesAt(locked, T0 + closesAfter)).toBe(false);
  });

  it("FAIR-10 asks for the beacon's slot only when betting has closed", () => {
    expect(play(counting, [closesAfter - 1, tick]).effects).toEqual([]);
    expect(play(counting, [200, { type: "lock-landed", slot: 86n }]).refused).toBe("NO_BEACON_DUE");
    const lock = play(counting, [closesAfter, tick]);
    expect(lock.race).toMatchObject({ phase: "locked", beaconSlot: null, lockedAt: T0 + closesAfter });
    expect(effectTypes(lock)).toEqual(["lock"]);
  });

  it("FAIR-16 the close fixes the bets of every race for real money, sealed ones too, and of no other", () => {
    const closed = (changed: Partial<RaceState["settings"]>) =>
      effectTypes(
        play({ ...counting, settings: { ...settings, ...changed } } as RaceState, [closesAfter, tick]),
      );
    expect(closed({})).toEqual(["lock"]);
    expect(closed({ outcomeEntropy: "sealed" })).toEqual(["lock", "start"]);
    expect(closed({ ledger: "play" })).toEqual([]);
  });

  it("FAIR-15 the slot is four after the one where the lock memo landed, and nobody announces another", () => {
    const announced = play(locked, [closesAfter, { type: "lock-landed", slot: 86n }]);
    expect(announced.race).toMatchObject({ phase: "locked", beaconSlot: 90n });
    for (const race of [locked, announced.race]) {
      const chosen = play(race, [closesAfter, { type: "beacon-announced", slot: 95n }]);
      expect(chosen).toMatchObject({ race, refused: "NO_BEACON_DUE" });
    }
  });

  it("FAIR-15 the slot stands once the lock memo has landed", () => {
    const announced = play(locked, [closesAfter, { type: "lock-landed", slot: 86n }]).race;
    const again = play(announced, [closesAfter + 1, { type: "lock-landed", slot: 88n }]).race;
    expect(again).toMatchObject({ phase: "locked", beaconSlot: 90n });
    const early: RaceEvent = { type: "beacon", slot: 89n, blockhash: "hash" };
    expect(play(again, [closesAfter + 2, early]).refused).toBe("NO_BEACON_DUE");
    const late = play(running, [closesAfter + 1_000, { type: "lock-landed", slot: 88n }]);
    expect(late).toMatchObject({ race: running, refused: "NO_BEACON_DUE" });
  });

  it("FAIR-10 without a lock memo the first slot announced stands, and only a block at or after it decides", () => {
    const ofPlay = { ...locked, settings: { ...settings, ledger: "play" as const } };
    const announced = play(ofPlay, [closesAfter, { type: "beacon-announced", slot: 90n }]);
    expect(announced.race).toMatchObject({ phase: "locked", beaconSlot: 90n });
    expect(play(ofPlay, [closesAfter, { type: "lock-landed", slot: 86n }]).refused).toBe("NO_BEACON_DUE");
    const again = play(announced.race, [closesAfter, { type: "beacon-announced", slot: 95n }]);
    expect(again.race).toBe(announced.race);
    const early: RaceEvent = { type: "beacon", slot: 89n, blockhash: "early" };
    expect(play(announced.race, [closesAfter + 1, early]).refused).toBe("NO_BEACON_DUE");
    expect(play(locked, [closesAfter + 1, early]).refused).toBe("NO_BEACON_DUE");
    expect(running).toMatchObject({
      phase: "running",
      beacon: { announcedSlot: 90n, slot: 91n, blockhash: "hash" },
      startsAt: T0 + startsAfter,
    });
    const second: RaceEvent = { type: "beacon", slot: 92n, blockhash: "other" };
    expect(play(running, [startsAfter, second])).toMatchObject({ race: running, refused: "NO_BEACON_DUE" });
  });

  it("FAIR-10 a sealed race starts at the lock, without a beacon", () => {
    const sealed = { ...counting, settings: { ...settings, outcomeEntropy: "sealed" as const } };
    const lock = play(sealed, [closesAfter, tick]);
    expect(lock.race).toMatchObject({ phase: "running", beacon: null });
    expect(lock.effects).toEqual([
      { type: "lock" },
      { type: "start", startsAt: T0 + closesAfter + LAUNCH_LEAD_MS },
    ]);
  });

  it("FAIR-11 refunds without a beacon in time, and nothing else decides", () => {
    const announced = play(locked, [closesAfter, { type: "lock-landed", slot: 86n }]).race;
    const deadline = closesAfter + BEACON_TIMEOUT_MS;
    expect(play(announced, [deadline - 1, tick]).race).toBe(announced);
    for (const race of [locked, announced]) {
      const timedOut = play(race, [deadline, tick]);
      expect(timedOut.race).toMatchObject({ phase: "refunded", refundReason: NO_BEACON, settledAt: null });
      expect(timedOut.effects).toEqual([{ type: "refund", reason: NO_BEACON }]);
    }
    const late = play(announced, [deadline, { type: "beacon", slot: 91n, blockhash: "late" }]);
    expect(late.race).toMatchObject({ phase: "refunded", from: { phase: "locked" } });
  });

  it("RACE-8 sends the places at 58 % of the race and completes it at the finish", () => {
    const revealAfter = startsAfter + 12_000 * REVEAL_AT;
    expect(play(running, [revealAfter - 1, tick]).race).toBe(running);
    const revealed = play(running, [revealAfter, tick]);
    expect(effectTypes(revealed)).toEqual(["reveal"]);
    expect(play(revealed.race, [startsAfter + 11_999, tick]).race).toBe(revealed.race);
    const finished = play(revealed.race, [startsAfter + 12_000, tick]);
    expect(finished.race).toMatchObject({ phase: "completed", completedAt: T0 + startsAfter + 12_000 });
    expect(effectTypes(finished)).toEqual(["complete"]);
  });

  it("RACE-10 a countdown that ran out while the process was away starts again in full", () => {
    const back = play(counting, [closesAfter + 60_000, { type: "resumed" }]);
    expect(back.race).toMatchObject({
      phase: "countdown",
      countdownStartedAt: T0 + closesAfter + 60_000,
      closesAt: T0 + closesAfter + 90_000,
    });
    expect(effectTypes(back)).toEqual(["countdown"]);
    expect(play(counting, [5000, { type: "resumed" }]).race).toBe(counting);
  });

  it("RACE-10 a race that was running finishes at its own time, revealed and complete at once", () => {
    const back = play(running, [startsAfter + 500_000, { type: "resumed" }]);
    expect(back.race).toMatchObject({
      phase: "completed",
      completedAt: T0 + startsAfter + 12_000,
      beacon: { slot: 91n, blockhash: "hash" },
    });
    expect(effectTypes(back)).toEqual(["reveal", "complete"]);
  });

  const betsFinal = (isWinnerBacked: boolean): RaceEvent => ({ type: "settle", isWinnerBacked });

  it("RACE-10 is settled once, when its bets are final (BET-9)", () => {
    expect(play(over, [10 ** 6, tick])).toEqual({ race: over, effects: [], refused: null });
    const settled = play(over, [10 ** 6, betsFinal(true)]);
    expect(settled.race).toMatchObject({ phase: "settled", settledAt: T0 + 10 ** 6 });
    expect(settled.effects).toEqual([{ type: "settle" }]);
    expect(play(settled.race, [10 ** 7, tick]).effects).toEqual([]);
    expect(play(settled.race, [10 ** 7, betsFinal(true)])).toMatchObject({
      race: settled.race,
      refused: "RACE_SETTLED",
    });
    expect(play(running, [startsAfter, betsFinal(true)]).refused).toBe("RACE_NOT_OVER");
  });

  it("MONEY-6 with nobody on the winner it ends refunded, its money given back in the same step", () => {
    const nobody = play(over, [10 ** 6, betsFinal(false)]);
    expect(nobody.race).toMatchObject({
      phase: "refunded",
      refundReason: NOBODY_WON,
      settledAt: T0 + 10 ** 6,
      from: { phase: "completed" },
    });
    expect(nobody.effects).toEqual([{ type: "refund", reason: NOBODY_WON }, { type: "settle" }]);
    expect(play(nobody.race, [10 ** 7, betsFinal(false)]).refused).toBe("RACE_REFUNDED");
  });

  it("RACE-1 is refunded from any state before its settlement, and never after", () => {
    for (const race of [newRace("r-1", settings), open, counting, locked, running, over]) {
      const refunded = play(race, [10 ** 6, { type: "refund", reason: "by an admin" }]);
      expect(refunded.race).toMatchObject({
        phase: "refunded",
        refundReason: "by an admin",
        from: { phase: race.phase },
        settledAt: null,
      });
      expect(refunded.effects).toEqual([{ type: "refund", reason: "by an admin" }]);
      const again = play(refunded.race, [10 ** 6, { type: "refund", reason: "again" }]);
      expect(again).toMatchObject({ race: refunded.race, refused: "RACE_REFUNDED" });
      for (const isWinnerBacked of [true, false]) {
        const returned = play(refunded.race, [10 ** 7, betsFinal(isWinnerBacked)]);
        expect(returned.race).toEqual({ ...refunded.race, settledAt: T0 + 10 ** 7 });
        expect(returned.effects).toEqual([{ type: "settle" }]);
      }
    }
    const settled = play(over, [10 ** 6, betsFinal(true)]).race;
    expect(play(settled, [10 ** 6, { type: "refund", reason: "late" }]).refused).toBe("RACE_SETTLED");
  });

  it("RACE-1 MONEY-9 a settled race is refunded by its own event alone, once, and keeps what was decided", () => {
    const reverse: RaceEvent = { type: "refund-late", reason: "by an admin" };
    const settled = play(over, [10 ** 6, betsFinal(true)]).race;
    const reversed = play(settled, [10 ** 7, reverse]);
    expect(reversed.race).toEqual({
      ...settled,
      phase: "refunded-late",
      refundedAt: T0 + 10 ** 7,
      refundReason: "by an admin",
    });
    expect(reversed.effects).toEqual([{ type: "refund", reason: "by an admin" }]);
    expect(storedRace(reversed.race)).toMatchObject({ status: "refunded", isRefundedLate: true });
    expect(loadRace(storedRace(reversed.race))).toEqual(reversed.race);
    for (const event of [reverse, { type: "refund", reason: "again" }, betsFinal(true)] as RaceEvent[]) {
      expect(play(reversed.race, [10 ** 8, event])).toMatchObject({
        race: reversed.race,
        refused: "RACE_REFUNDED",
      });
    }
    expect(play(reversed.race, [10 ** 8, tick]).race).toBe(reversed.race);
    for (const race of [newRace("r-1", settings), open, counting, locked, running, over])
      expect(play(race, [10 ** 6, reverse])).toMatchObject({ race, refused: "RACE_NOT_SETTLED" });
    const refunded = play(over, [10 ** 6, { type: "refund", reason: "early" }]).race;
    expect(play(refunded, [10 ** 7, reverse]).refused).toBe("RACE_REFUNDED");
  });

  it("RACE-1 a row that no race can come to is not loaded", () => {
    const countdown = storedRace(counting);
    const wrong = [
      { ...countdown, status: "pending" as const },
      { ...countdown, closesAt: null },
      { ...countdown, status: "active" as const, startsAt: T0 },
      { ...storedRace(over), revealedAt: null },
      { ...countdown, settledAt: T0 },
      { ...countdown, status: "refunded" as const },
      { ...storedRace(over), status: "refunded" as const, isRefundedLate: true },
    ];
    for (const stored of wrong) expect(() => loadRace(stored)).toThrow("which its times contradict");
  });
});
