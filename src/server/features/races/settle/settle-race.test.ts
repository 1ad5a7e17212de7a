import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { users } from "../../../foundation/db/schema/players.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

const streakOf = async (name: string) =>
  (
    await room.db
      .select()
      .from(users)
      .where(eq(users.wallet, walletOf(name)))
  )[0]?.currentWinStreak;

it("MONEY-4 fee, commission, bonus share, remainder and payouts take every lamport (MONEY-12, MONEY-14)", async () => {
  await room.setting("jackpot_pool_amount", "1");
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.player("queen");
  await room.player("alice", { referrer: "queen" });
  await room.player("bob");
  await room.player("carol", { referrer: "queen" });
  await room.bet(id, "alice", { horse: winner, stake: 100_000_003n });
  await room.bet(id, "bob", { horse: winner, stake: 233_333_331n });
  await room.bet(id, "carol", { horse: (winner % 6) + 1, stake: 999_999_999n });
  const over = await room.runToEnd(id);

  const pool = 100_000_003n + 233_333_331n + 999_999_999n;
  const fee = (pool * 500n) / 10_000n;
  const net = pool - fee + SOL;
  const alice = (net * 100_000_003n) / 333_333_334n;
  const bob = (net * 233_333_331n) / 333_333_334n;
  const remainder = net - alice - bob;
  // 5 % of the fee of each referred bet.
  const commission = 250_000n + 2_499_999n;
  const bonus = ((fee - commission) * 5_000n) / 10_000n;
  expect(over).toMatchObject({ pool, fee, remainder, jackpot: SOL });
  expect(remainder).toBeGreaterThan(0n);
  expect(await room.balances()).toEqual({
    "chain:deposit:d": -(100n * SOL) - pool,
    outgoing: alice + bob,
    bonus: bonus + remainder,
    equity: 100n * SOL - SOL + fee - commission - bonus,
    [`referral:${walletOf("queen")}`]: commission,
  });
  expect((await room.payouts()).map(({ destination, lamports }) => [destination, lamports])).toEqual([
    [walletOf("alice"), alice],
    [walletOf("bob"), bob],
  ]);
});

it("MONEY-5 everybody on the winner shares the pool less the fee", async () => {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: winner, stake: SOL });
  await room.runToEnd(id);
  expect((await room.payouts()).map(({ lamports }) => lamports)).toEqual([950_000_000n, 950_000_000n]);
});

it("MONEY-14 the fourth win in a row pays the bonus from the fund, and the streak starts again (MONEY-15)", async () => {
  await room.setting("superfecta_bonus_sol", "0.02");
  await room.player("alice", { streak: 3 });
  await room.player("bob", { streak: 2 });
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
  // The fund received half of the 0.1 SOL fee.
  expect((await room.balances())["bonus"]).toBe(50_000_000n - 20_000_000n);
  expect((await room.balances())[`user:${walletOf("alice")}`]).toBe(20_000_000n);
  expect([await streakOf("alice"), await streakOf("bob")]).toEqual([4, 0]);
  const { race } = await room.readNewest(walletOf("alice"));
  expect(race?.bonus_award).toEqual({
    user_wallet: walletOf("alice"),
    username: "alice",
    amount: 20_000_000n,
  });

  const next = await room.openRace();
  const after = await room.outcome(next.id);
  await room.bet(next.id, "alice", { horse: after.winner, stake: SOL });
  await room.bet(next.id, "bob", { horse: after.winner, stake: SOL });
  await room.runToEnd(next.id);
  expect([await streakOf("alice"), await streakOf("bob")]).toEqual([1, 1]);
});

it("MONEY-14 a fund that cannot cover the bonus pays and owes nothing (INV-8)", async () => {
  await room.setting("superfecta_bonus_sol", "2");
  await room.player("alice", { streak: 3 });
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
  expect((await room.balances())["bonus"]).toBe(50_000_000n);
  expect((await room.balances())[`user:${walletOf("alice")}`]).toBeUndefined();
  expect(await streakOf("alice")).toBe(4);
});

it("MONEY-14 a player whose bonus the fund could not cover is told what it holds", async () => {
  await room.setting("superfecta_bonus_sol", "2");
  await room.player("alice", { streak: 3 });
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  expect((await room.readNewest(null)).race?.superfecta).toEqual({
    bonus: 2n * SOL,
    fund: 0n,
    isCovered: false,
    minimumBet: 325_137_180n,
  });
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
  const notices = room.events
    .filter(({ to, name }) => to === walletOf("alice") && name === "user-notification")
    .map(({ wire }) => (wire as { notification: { kind: string; params: unknown } }).notification);
  expect(notices.find(({ kind }) => kind === "superfecta_refilling")?.params).toEqual({ amount: 0.05 });
  expect(notices.filter(({ kind }) => kind === "superfecta_bonus")).toEqual([]);
  expect((await room.readNewest(null)).race?.superfecta).toMatchObject({ fund: 50_000_000n });
});

it("MONEY-15 a bet whose fee is too small leaves the streak alone", async () => {
  await room.setting("superfecta_bonus_sol", "2");
  await room.player("alice", { streak: 3 });
  await room.player("bob", { streak: 3 });
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  // 2·2 SOL / (259·0.95) is 16_256_858.4 lamports of fee, which is the fee of a stake of 325_137_180.
  await room.bet(id, "alice", { horse: winner, stake: 325_137_179n });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: 325_137_180n });
  await room.runToEnd(id);
  expect([await streakOf("alice"), await streakOf("bob")]).toEqual([3, 0]);
});

it("MONEY-6 MONEY-15 when nobody backed the winner stakes return and streaks that count end", async () => {
  await room.setting("superfecta_bonus_sol", "0.5");
  await room.player("alice", { streak: 3 });
  await room.player("bob", { streak: 3 });
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  const wrong = (winner % 6) + 1;
  await room.bet(id, "alice", { horse: wrong, stake: SOL });
  await room.bet(id, "bob", { horse: wrong, stake: 20_000_000n });
  const over = await room.runToEnd(id);
  expect(over.status).toBe("refunded");
  expect([await streakOf("alice"), await streakOf("bob")]).toEqual([0, 3]);
  expect((await room.balances())[`user:${walletOf("alice")}`]).toBe(SOL);
});

it("MONEY-3 players are told of what was stored: the win, the streak, the balance", async () => {
  await room.player("alice");
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
  const notices = room.events
    .filter(({ to, name }) => to === walletOf("alice") && name === "user-notification")
    .map(({ wire }) => (wire as { notification: { type: string; body: string } }).notification);
  expect(notices.map(({ type }) => type).toSorted()).toEqual([
    "balance_update_request",
    "race_won",
    "streak_update",
  ]);
  expect(notices.find(({ type }) => type === "race_won")?.body).toContain("1.9 SOL");
});
