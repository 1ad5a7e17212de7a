import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../tests/support/books.ts";
import { type RaceRoom, SOL, openRaceRoom, slotsOf, walletOf } from "../../../../tests/support/race-room.ts";
import { ChainUnavailable } from "../../ports.ts";
import { NOBODY_WON } from "../../../domain/race.ts";
import { refundRace } from "./refund-race.ts";
import { verifyRace } from "../read/verify-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
  await room.setting("jackpot_pool_amount", "1");
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

async function twoBets(raceId: string, horse = 1) {
  await room.player("alice", { streak: 2 });
  await room.bet(raceId, "alice", { horse, stake: 300_000_001n });
  await room.bet(raceId, "bob", { horse, stake: 700_000_000n });
}

const refunded = () => ({
  "chain:deposit": -(100n * SOL) - 1_000_000_001n,
  equity: 100n * SOL,
  [`user:${walletOf("alice")}`]: 300_000_001n,
  [`user:${walletOf("bob")}`]: 700_000_000n,
});

it("FAIR-11 without a beacon in 30 s the race is refunded and its seed revealed (FAIR-9)", async () => {
  const silent = { ...slotsOf(room.clock), firstBlockFrom: () => Promise.resolve(null) };
  room.restart({ chain: silent });
  const { id } = await room.openRace();
  const { seed } = await room.outcome(id);
  await twoBets(id);
  const over = await room.runToEnd(id);
  expect(over).toMatchObject({ status: "refunded", serverSeed: seed, winningNumber: null, places: null });
  expect(over.refundedAt!.getTime()).toBe(over.lockedAt!.getTime() + 30_000);
  expect(await room.balances()).toEqual(refunded());
  const verified = await verifyRace(room.db, id);
  expect(verified).toMatchObject({
    ok: true,
    value: { server_seed: seed, winning_horse: null, settlement: { kind: "refunded", pool: 1_000_000_001n } },
  });
});

it("FAIR-11 a chain that does not answer decides nothing either", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  await room.round();
  const down = () => Promise.reject(new ChainUnavailable("down"));
  room.restart({ chain: { slot: down, firstBlockFrom: down } });
  expect(await room.runToEnd(id)).toMatchObject({ status: "refunded", beaconSlot: null });
  expect(await room.balances()).toEqual(refunded());
});

it("MONEY-6 nobody on the winner: everybody gets the stake back, the jackpot returns and streaks stay", async () => {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await twoBets(id, (winner % 6) + 1);
  const over = await room.runToEnd(id);
  expect(over).toMatchObject({ status: "refunded", refundReason: NOBODY_WON, winningNumber: winner });
  expect(await room.balances()).toEqual(refunded());
  expect(await room.payouts()).toEqual([]);
  const { race, yourBet } = await room.reader.active(walletOf("alice"));
  expect(race?.totalPool).toBe(1_000_000_001n);
  expect(yourBet).toMatchObject({ result: "refunded", payout_amount: 300_000_001n });
  expect(room.sent("race-complete")).toMatchObject([{ payoutPerWinningStake: null }]);
});

it("MONEY-7 an open race is refunded in any state, once (RACE-1)", async () => {
  for (const [index, secondsIn] of [0, 5, 31, 36].entries()) {
    const { id } = await room.openRace();
    const { winner, seed } = await room.outcome(id);
    await room.bet(id, `early-${index}`, { horse: winner, stake: 10_000_000n });
    if (secondsIn > 0) await room.bet(id, `second-${index}`, { horse: winner, stake: 10_000_000n });
    await room.round();
    for (let second = 0; second < secondsIn; second++) await room.run(1_000);
    expect(await refundRace(room, { raceId: id, reason: "Asked for" })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await refundRace(room, { raceId: id, reason: "Again" })).toMatchObject({ code: "RACE_REFUNDED" });
    await room.round();
    expect(await room.race(id)).toMatchObject({
      status: "refunded",
      refundReason: "Asked for",
      serverSeed: seed,
    });
    expect((await room.balances())[`user:${walletOf(`early-${index}`)}`]).toBe(10_000_000n);
  }
});

it("MONEY-9 a settled race is not refunded as an open one", async () => {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await twoBets(id, winner);
  await room.runToEnd(id);
  const before = await room.balances();
  expect(await refundRace(room, { raceId: id, reason: "Late" })).toMatchObject({ code: "RACE_SETTLED" });
  expect(await refundRace(room, { raceId: "race-99", reason: "-" })).toMatchObject({
    code: "RACE_NOT_FOUND",
  });
  await room.round();
  expect(await room.balances()).toEqual(before);
});

it("BET-9 a refund waits until the bets are final, the seed does not", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL, isFinal: false });
  await refundRace(room, { raceId: id, reason: "Asked for" });
  await room.run(1_000);
  expect(await room.race(id)).toMatchObject({ status: "refunded", settledAt: null });
  expect((await room.race(id)).serverSeed).not.toBeNull();
  expect((await room.balances())[`pool:${id}`]).toBe(SOL);
  await room.finalizeBets();
  await room.round();
  expect((await room.balances())[`user:${walletOf("alice")}`]).toBe(SOL);
});
