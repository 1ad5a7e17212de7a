import { afterEach, beforeEach, expect, it } from "vitest";
import { checkLines } from "../../../../../tests/history/check-lines.ts";
import { exportOf } from "../../../../../tests/support/export.ts";
import { admin, openRaceRoom, type RaceRoom, SOL } from "../../../../../tests/support/race-room.ts";
import { toldRules } from "../../../../../tests/support/rules.ts";
import { refundBet } from "../settle/refund-bet.ts";
import { refundRace } from "../settle/refund-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
});
afterEach(() => room.close());

/** Simulates a next round on a server whose clock is `ms` behind. */
const setBack = (ms: number) => room.clock.advance(-ms);

/** What the public checks of the history: no time is before the one that came before it. */
async function faultsOfHistory() {
  const log = exportOf(room);
  await room.confirmAnchors();
  await log.record();
  await log.record();
  const { faults, state } = checkLines(await log.lines());
  expect(state.races).toBeGreaterThan(0);
  return faults;
}

it("RACE-13 RACE-11 a race is not locked before the bet that a server placed whose clock is ahead", async () => {
  const { id } = await room.openRace();
  await room.clock.advance(60_000);
  await room.bet(id, "alice", { horse: 1, stake: 50_000_000n });
  await room.bet(id, "bob", { horse: 2, stake: 50_000_000n });
  const placedAt = room.clock.now();
  await setBack(55_000);
  const ended = await room.runToEnd(id);
  expect(ended.lockedAt?.getTime()).toBeGreaterThanOrEqual(placedAt);
  expect(ended.startsAt?.getTime()).toBeGreaterThan(ended.lockedAt?.getTime() ?? 0);
  expect(await faultsOfHistory()).toEqual([]);
});

it("RACE-13 a race that is refunded by a clock that is behind is refunded no earlier than it opened and its bets were placed", async () => {
  const { id } = await room.openRace();
  await room.clock.advance(20_000);
  await room.bet(id, "alice", { horse: 1, stake: 50_000_000n });
  const placedAt = room.clock.now();
  await setBack(40_000);
  await refundRace(room.ports(), { raceId: id, ...admin, reason: "The gate stuck" });
  const { refundedAt, settledAt } = await room.race(id);
  expect(refundedAt?.getTime()).toBe(placedAt);
  expect(settledAt?.getTime()).toBe(placedAt);
  expect((await toldRules(room.db)).at(-1)).toMatchObject({
    kind: "refund-race",
    at: new Date(placedAt).toISOString(),
  });
  expect(await faultsOfHistory()).toEqual([]);
});

it("RACE-13 INV-4 a race that is refunded in the millisecond in which one of its bets was given back is refunded without that bet", async () => {
  const { id } = await room.openRace();
  const betId = await room.bet(id, "alice", { horse: 1, stake: 50_000_000n });
  await room.bet(id, "bob", { horse: 2, stake: 70_000_000n });
  await room.confirmAnchors();
  const givenBackAt = room.clock.now();
  const request = { ...admin, reason: "Placed by mistake" };
  expect((await refundBet(room.ports(), { betId, ...request })).ok).toBe(true);
  expect((await refundRace(room.ports(), { raceId: id, ...request })).ok).toBe(true);
  const { settledAt, pool } = await room.race(id);
  expect(settledAt?.getTime()).toBe(givenBackAt + 1);
  expect(pool).toBe(70_000_000n);
  expect(await faultsOfHistory()).toEqual([]);
});

it("RACE-13 each step of a race takes the moment of the one before where the clock is set back between them", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: 50_000_000n });
  await room.bet(id, "bob", { horse: 2, stake: 50_000_000n });
  let moved = "";
  for (let round = 0; round < 400; round += 1) {
    const { settledAt, revealedAt, startsAt, lockedAt, countdownStartedAt } = await room.race(id);
    if (settledAt !== null) break;
    const now = JSON.stringify([revealedAt, startsAt, lockedAt, countdownStartedAt]);
    await room.clock.advance(now === moved ? 1_300 : -2_500);
    moved = now;
    await room.round();
    await room.confirmAnchors();
  }
  const race = await room.race(id);
  const moments = [
    race.createdAt,
    race.bettingOpensAt,
    race.countdownStartedAt,
    race.closesAt,
    race.lockedAt,
    race.startsAt,
    race.completedAt,
    race.settledAt,
  ].map((at) => at?.getTime() ?? Number.NaN);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(moments).not.toContain(Number.NaN);
  expect(await faultsOfHistory()).toEqual([]);
});
