import { describe, expect, it } from "vitest";
import {
  BEACON_TIMEOUT_MS,
  HIDE_AMOUNTS_MS,
  LAUNCH_LEAD_MS,
  NO_BEACON,
  type RaceEvent,
  type RaceState,
  REVEAL_AT,
  hidesAmounts,
  isBettingOpen,
  newRace,
  step,
} from "./race.ts";

const settings = {
  minBets: 2,
  countdownMs: 30_000,
  extendMs: 10_000,
  durationMs: 12_000,
  outcomeEntropy: "beacon",
} as const;

const T0 = 1_700_000_000_000;

/** Feeds events at moments after T0 and gives the last step. */
function play(race: RaceState, ...events: readonly (readonly [number, RaceEvent])[]) {
  let last = { race, effects: [], refused: null } as ReturnType<typeof step>;
  for (const [afterMs, event] of events) last = step(last.race, event, T0 + afterMs);
  return last;
}
const tick: RaceEvent = { type: "tick" };
const bet = (afterMs: number, distinctPlayers: number): RaceEvent => ({
  type: "bet-confirmed",
  at: T0 + afterMs,
  distinctPlayers,
});
const effectTypes = ({ effects }: ReturnType<typeof step>) => effects.map((effect) => effect.type);

const open = play(newRace("r-1", settings), [0, { type: "anchored" }]).race;
const counting = play(open, [100, bet(100, 1)], [200, bet(200, 2)]).race;
const closesAfter = 200 + 30_000;
const locked = play(counting, [closesAfter, tick]).race;
const running = play(
  locked,
  [closesAfter, { type: "beacon-announced", slot: 90n }],
  [closesAfter + 900, { type: "beacon", slot: 91n, blockhash: "hash" }],
).race;
const startsAfter = closesAfter + 900 + LAUNCH_LEAD_MS;
const over = play(running, [startsAfter + 12_000, tick]).race;

describe("race", () => {
  it("RACE-11 takes no bet before its commitment is on the chain", () => {
    const race = newRace("r-1", settings);
    expect(isBettingOpen(race, T0)).toBe(false);
    expect(play(race, [0, bet(0, 1)]).refused).toBe("BETTING_CLOSED");
    expect(isBettingOpen(open, T0)).toBe(true);
    expect(isBettingOpen(open, T0 - 1)).toBe(false);
  });

  it("RACE-2 counts down once enough distinct players have bet", () => {
    const first = play(open, [100, bet(100, 1)]);
    expect(first.race).toBe(open);
    expect(effectTypes(first)).toEqual(["broadcast"]);
    const second = play(open, [100, bet(100, 1)], [200, bet(200, 2)]);
    expect(second.race).toMatchObject({ status: "countdown", closesAt: T0 + closesAfter });
    expect(second.effects).toEqual([
      { type: "announce-countdown", endsAt: T0 + closesAfter },
      { type: "broadcast" },
    ]);
  });

  it("RACE-2 a pending race waits for ever", () => {
    const waiting = play(open, [10 ** 9, tick]);
    expect(waiting.race).toBe(open);
    expect(waiting.effects).toEqual([]);
  });

  it("RACE-5 a late bet lifts the time left, and is announced", () => {
    const early = play(counting, [5000, bet(5000, 3)]);
    expect(early.race).toBe(counting);
    const late = play(counting, [closesAfter - 1, bet(closesAfter - 1, 3)]);
    expect(late.race.closesAt).toBe(T0 + closesAfter - 1 + 10_000);
    expect(effectTypes(late)).toEqual(["announce-countdown", "broadcast"]);
  });

  it("RACE-11 closes at its moment, even before anybody ticks", () => {
    expect(isBettingOpen(counting, T0 + closesAfter - 1)).toBe(true);
    expect(isBettingOpen(counting, T0 + closesAfter)).toBe(false);
    expect(play(counting, [closesAfter, bet(closesAfter, 3)]).refused).toBe("BETTING_CLOSED");
    expect(play(locked, [closesAfter, bet(100, 3)]).refused).toBe("BETTING_CLOSED");
  });

  it("RACE-6 hides amounts per horse in the last seconds only", () => {
    expect(hidesAmounts(open, T0)).toBe(false);
    expect(hidesAmounts(counting, T0 + closesAfter - HIDE_AMOUNTS_MS - 1)).toBe(false);
    expect(hidesAmounts(counting, T0 + closesAfter - HIDE_AMOUNTS_MS)).toBe(true);
    expect(hidesAmounts(locked, T0 + closesAfter)).toBe(false);
  });

  it("FAIR-10 asks for the beacon's slot only when betting has closed", () => {
    expect(play(counting, [closesAfter - 1, tick]).effects).toEqual([]);
    expect(play(counting, [200, { type: "beacon-announced", slot: 90n }]).refused).toBe("NO_BEACON_DUE");
    const lock = play(counting, [closesAfter, tick]);
    expect(lock.race).toMatchObject({ status: "active", startsAt: null, lockedAt: T0 + closesAfter });
    expect(effectTypes(lock)).toEqual(["broadcast", "choose-beacon-slot"]);
  });

  it("FAIR-10 the first slot announced stands, and only a block at or after it decides", () => {
    const announced = play(locked, [closesAfter, { type: "beacon-announced", slot: 90n }]);
    expect(announced.effects).toEqual([{ type: "broadcast" }, { type: "fetch-beacon", slot: 90n }]);
    const again = play(announced.race, [closesAfter, { type: "beacon-announced", slot: 95n }]);
    expect(again.race.beaconSlot).toBe(90n);
    const early: RaceEvent = { type: "beacon", slot: 89n, blockhash: "early" };
    expect(play(announced.race, [closesAfter + 1, early]).refused).toBe("NO_BEACON_DUE");
    expect(play(locked, [closesAfter + 1, early]).refused).toBe("NO_BEACON_DUE");
    expect(running).toMatchObject({ beacon: { slot: 91n, blockhash: "hash" }, startsAt: T0 + startsAfter });
    const second: RaceEvent = { type: "beacon", slot: 92n, blockhash: "other" };
    expect(play(running, [startsAfter, second])).toMatchObject({ race: running, refused: "NO_BEACON_DUE" });
  });

  it("FAIR-10 a sealed race starts at the lock, without a beacon", () => {
    const sealed = { ...counting, settings: { ...settings, outcomeEntropy: "sealed" as const } };
    const lock = play(sealed, [closesAfter, tick]);
    expect(lock.race).toMatchObject({ status: "active", beacon: null });
    expect(lock.effects[0]).toEqual({ type: "start", startsAt: T0 + closesAfter + LAUNCH_LEAD_MS });
  });

  it("FAIR-11 refunds without a beacon in time, and nothing else decides", () => {
    const announced = play(locked, [closesAfter, { type: "beacon-announced", slot: 90n }]).race;
    const deadline = closesAfter + BEACON_TIMEOUT_MS;
    expect(play(announced, [deadline - 1, tick]).effects).toEqual([{ type: "fetch-beacon", slot: 90n }]);
    for (const race of [locked, announced]) {
      const timedOut = play(race, [deadline, tick]);
      expect(timedOut.race).toMatchObject({ status: "refunded", refundReason: NO_BEACON });
      expect(timedOut.effects[0]).toEqual({ type: "refund-all", reason: NO_BEACON });
    }
    const late = play(announced, [deadline, { type: "beacon", slot: 91n, blockhash: "late" }]);
    expect(late.race).toMatchObject({ status: "refunded", beacon: null, startsAt: null });
  });

  it("RACE-8 sends the places at 58 % of the race and completes it at the finish", () => {
    const revealAfter = startsAfter + 12_000 * REVEAL_AT;
    expect(play(running, [revealAfter - 1, tick]).race).toBe(running);
    const revealed = play(running, [revealAfter, tick]);
    expect(effectTypes(revealed)).toEqual(["reveal"]);
    expect(play(revealed.race, [startsAfter + 11_999, tick]).race).toBe(revealed.race);
    const finished = play(revealed.race, [startsAfter + 12_000, tick]);
    expect(finished.race).toMatchObject({ status: "completed", completedAt: T0 + startsAfter + 12_000 });
    expect(effectTypes(finished)).toEqual(["complete", "broadcast", "settle"]);
  });

  it("RACE-10 a countdown that ran out while the process was away starts again in full", () => {
    const back = play(counting, [closesAfter + 60_000, { type: "resumed" }]);
    expect(back.race).toMatchObject({
      status: "countdown",
      countdownStartedAt: T0 + closesAfter + 60_000,
      closesAt: T0 + closesAfter + 90_000,
    });
    expect(effectTypes(back)).toEqual(["announce-countdown", "broadcast"]);
    expect(play(counting, [5000, { type: "resumed" }]).race).toBe(counting);
  });

  it("RACE-10 a race that was running finishes at its own time, revealed and complete at once", () => {
    const back = play(running, [startsAfter + 500_000, { type: "resumed" }]);
    expect(back.race).toMatchObject({
      status: "completed",
      completedAt: T0 + startsAfter + 12_000,
      beacon: { slot: 91n, blockhash: "hash" },
    });
    expect(effectTypes(back)).toEqual(["reveal", "complete", "broadcast", "settle"]);
  });

  it("RACE-10 settlement is asked for until it is stored, and stored once", () => {
    expect(play(over, [10 ** 6, tick]).effects).toEqual([{ type: "settle" }]);
    const settled = play(over, [10 ** 6, { type: "settled" }]).race;
    expect(settled.settledAt).toBe(T0 + 10 ** 6);
    expect(play(settled, [10 ** 7, tick]).effects).toEqual([]);
    expect(play(settled, [10 ** 7, { type: "settled" }])).toMatchObject({
      race: settled,
      refused: "RACE_SETTLED",
    });
    expect(play(running, [startsAfter, { type: "settled" }]).refused).toBe("RACE_NOT_OVER");
  });

  it("RACE-1 is refunded from any state before its settlement, and never after", () => {
    for (const race of [newRace("r-1", settings), open, counting, locked, running, over]) {
      const refunded = play(race, [10 ** 6, { type: "refund", reason: "by an admin" }]);
      expect(refunded.race).toMatchObject({ status: "refunded", refundReason: "by an admin" });
      expect(effectTypes(refunded)).toEqual(["refund-all", "broadcast"]);
      const again = play(refunded.race, [10 ** 6, { type: "refund", reason: "again" }]);
      expect(again).toMatchObject({ race: refunded.race, refused: "RACE_REFUNDED" });
      expect(play(refunded.race, [10 ** 6, { type: "settled" }]).refused).toBe("RACE_REFUNDED");
    }
    const settled = play(over, [10 ** 6, { type: "settled" }]).race;
    expect(play(settled, [10 ** 6, { type: "refund", reason: "late" }]).refused).toBe("RACE_SETTLED");
  });
});
