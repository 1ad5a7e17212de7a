import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import {
  type RaceRoom,
  SOL,
  admin,
  openRaceRoom,
  slotsOf,
  walletOf,
} from "../../../../../tests/support/race-room.ts";
import { ChainUnavailable } from "../../../foundation/ports.ts";
import { NOBODY_WON, NO_BEACON } from "../../../../domain/race.ts";
import { previewRefund } from "./preview-refund.ts";
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
  "chain:deposit:d": -(100n * SOL) - 1_000_000_001n,
  equity: 100n * SOL,
  [`user:${walletOf("alice")}`]: 300_000_001n,
  [`user:${walletOf("bob")}`]: 700_000_000n,
});

/** The refund notifications that everyone received. */
const refundNews = () =>
  room
    .sent("race-notification")
    .map((wire) => wire as { type: string; message: string; nextRaceIn: number | null })
    .filter(({ type }) => type === "race-refunded");

it("FAIR-11 without a beacon in 30 s the race is refunded and its seed revealed (FAIR-9)", async () => {
  const silent = { ...slotsOf(room.clock), firstBlockFrom: () => Promise.resolve(null) };
  room.restart({ chain: silent });
  const { id } = await room.openRace();
  const { seed } = await room.outcome(id);
  await twoBets(id);
  const over = await room.runToEnd(id);
  expect(over).toMatchObject({ status: "refunded", serverSeed: seed, winningNumber: null, places: null });
  expect(over.refundedAt!.getTime()).toBe(over.lockedAt!.getTime() + 30_000);
  expect(refundNews()).toMatchObject([{ message: `Race #1 was refunded: ${NO_BEACON}.` }]);
  expect(await room.balances()).toEqual(refunded());
  const verified = await verifyRace(room.db, id);
  expect(verified).toMatchObject({
    ok: true,
    value: { server_seed: seed, winning_horse: null, settlement: { kind: "refunded", pool: 1_000_000_001n } },
  });
});

it("an open race's stakes are still in its pool, and the house gets its jackpot back", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  const read = await previewRefund(room, id);
  expect(read).toEqual({
    ok: true,
    value: {
      bets: 2,
      stakes: 1_000_000_001n,
      jackpot: SOL,
      equity: 99n * SOL,
      equityAfter: 100n * SOL,
      missing: 0n,
    },
  });
  expect(await refundRace(room.ports(), { raceId: id, reason: null, ...admin })).toMatchObject({ ok: true });
  expect(await room.balances()).toEqual(refunded());
});

it("FAIR-11 a chain that does not answer decides nothing either", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  await room.round();
  const down = () => Promise.reject(new ChainUnavailable("down"));
  room.restart({ chain: { newestSlot: down, firstBlockFrom: down, signatureStatuses: down } });
  expect(await room.runToEnd(id)).toMatchObject({ status: "refunded", beaconSlot: null });
  expect(await room.balances()).toEqual(refunded());
});

it("MONEY-6 nobody on the winner: everybody gets the stake back and the jackpot returns", async () => {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await twoBets(id, (winner % 6) + 1);
  const over = await room.runToEnd(id);
  expect(over).toMatchObject({ status: "refunded", refundReason: NOBODY_WON, winningNumber: winner });
  expect(await room.balances()).toEqual(refunded());
  expect(await room.payouts()).toEqual([]);
  const { race, yourBet } = await room.readNewest(walletOf("alice"));
  expect(race?.totalPool).toBe(1_000_000_001n);
  expect(yourBet).toMatchObject({ result: "refunded", payout_amount: 300_000_001n });
  expect(room.sent("race-complete")).toMatchObject([{ payoutPerWinningStake: null }]);
  expect(refundNews()).toMatchObject([{ message: `Race #1 was refunded: ${NOBODY_WON}.` }]);
});

it("MONEY-7 MONEY-23 an open race is refunded, once (RACE-1)", async () => {
  for (const [index, secondsIn] of [0, 5].entries()) {
    const { id } = await room.openRace();
    const { winner, seed } = await room.outcome(id);
    await room.bet(id, `early-${index}`, { horse: winner, stake: 10_000_000n });
    if (secondsIn > 0) await room.bet(id, `second-${index}`, { horse: winner, stake: 10_000_000n });
    await room.round();
    for (let second = 0; second < secondsIn; second++) await room.run(1_000);
    const refundedBets = secondsIn > 0 ? 2 : 1;
    expect(await refundRace(room.ports(), { raceId: id, reason: "Asked for", ...admin })).toEqual({
      ok: true,
      value: { done: { refundedBets, refundedAmount: BigInt(refundedBets) * 10_000_000n }, approval: null },
    });
    expect(await refundRace(room.ports(), { raceId: id, reason: "Again", ...admin })).toMatchObject({
      code: "RACE_REFUNDED",
    });
    // In the transaction of the refund: the engine does not have to drive the race for it.
    expect(await room.race(id)).toMatchObject({
      status: "refunded",
      refundReason: "Asked for",
      serverSeed: seed,
    });
    expect((await room.balances())[`user:${walletOf(`early-${index}`)}`]).toBe(10_000_000n);
  }
});

it("MONEY-23 a race is not refunded from its close to its settlement, when an admin may know more than the players", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  const request = { raceId: id, reason: "Asked for", ...admin };
  let refused = 0;
  for (let second = 0; second < 120; second += 1) {
    await room.run(1_000);
    const race = await room.race(id);
    const isClosed = race.closesAt !== null && race.closesAt.getTime() <= room.clock.now();
    if (race.settledAt !== null || race.status === "refunded") break;
    if (!isClosed) continue;
    refused += 1;
    expect(await refundRace(room.ports(), request)).toMatchObject({ code: "RACE_DECIDED" });
    expect(await previewRefund(room, id)).toMatchObject({ code: "RACE_DECIDED" });
  }
  expect(refused).toBeGreaterThan(5);
});

it("RACE-1 everyone hears at once of an admin's refund, and of the next race", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  const from = room.events.length;
  await refundRace(room.ports(), { raceId: id, reason: "Asked for", ...admin });
  expect(refundNews()).toMatchObject([
    { message: "Race #1 was refunded: an admin decided so.", nextRaceIn: 10 },
  ]);
  const events = room.events.slice(from);
  expect(events.find(({ name }) => name === "race-update")?.wire).toMatchObject({
    race: { id, status: "refunded", refund_reason: "by_admin", totalPool: 1.000000001 },
  });
  const notified = events.filter(({ to, name }) => name === "user-notification" && to === walletOf("alice"));
  expect(notified).toHaveLength(2);
  await room.round();
  expect(refundNews()).toHaveLength(1);
});

it("RACE-1 a refunded race still shows what was staked, by a clock that never stands still", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  let passedMs = 0;
  const clock = { ...room.clock, now: () => room.clock.now() + passedMs++ };
  await refundRace({ ...room.ports(), clock }, { raceId: id, reason: "Asked for", ...admin });
  expect(await room.reader.readFresh(id)).toMatchObject({
    status: "refunded",
    totalPool: 1_000_000_001n,
    betCount: 2,
  });
});

it("MONEY-3 a refund that nobody can be told of is done all the same", async () => {
  const { id } = await room.openRace();
  await twoBets(id);
  const broken = () => {
    throw new Error("the cluster is away");
  };
  const ports = { ...room.ports(), broadcast: { toEveryone: broken, toWallet: broken } };
  expect(await refundRace(ports, { raceId: id, reason: "Asked for", ...admin })).toMatchObject({ ok: true });
  expect(await room.balances()).toEqual(refunded());
  expect(room.logged.some((line) => line.includes("could not be announced"))).toBe(true);
});
