import { desc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../tests/support/books.ts";
import { type RaceRoom, SOL, admin, openRaceRoom, walletOf } from "../../../../tests/support/race-room.ts";
import { lamports } from "../../../domain/lamports.ts";
import { paymentCompleted } from "../../../domain/chain-postings.ts";
import { post } from "../../books/ledger.ts";
import { cancelPayment, queuePayment } from "../../books/payments.ts";
import { rowsOf } from "../../db/database.ts";
import { auditLog } from "../../db/schema/audit.ts";
import { notifications, users } from "../../db/schema/players.ts";
import { payments } from "../../db/schema/payments.ts";
import { readReplay, verifyRace } from "../read/verify-race.ts";
import { readRevenue } from "../../revenue/read-revenue.ts";
import { previewRefund } from "./preview-refund.ts";
import { refundBet } from "./refund-bet.ts";
import { refundRace } from "./refund-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

const stepped = { ...admin, isSteppedUp: true };
const refund = (raceId: string, by = stepped) => refundRace(room.ports(), { raceId, reason: "Wrong", ...by });
const user = (name: string) => `user:${walletOf(name)}`;
const [alice, bob, carol] = ["alice", "bob", "carol"].map(user) as [string, string, string];
const streakOf = async (name: string) =>
  (
    await room.db
      .select()
      .from(users)
      .where(eq(users.wallet, walletOf(name)))
  )[0]?.currentWinStreak;

/** Alice and bob win, carol loses; queen referred alice and carol. */
async function settled({ names = ["alice", "bob", "carol"] as const, stake = 100_000_003n } = {}) {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  const [first, second, loser] = names;
  await room.bet(id, first, { horse: winner, stake });
  await room.bet(id, second, { horse: winner, stake: 233_333_331n });
  await room.bet(id, loser, { horse: (winner % 6) + 1, stake: 999_999_999n });
  await room.runToEnd(id);
  return id;
}
const STAKES = { alice: 100_000_003n, bob: 233_333_331n, carol: 999_999_999n };

async function withPlayers() {
  await room.player("queen");
  await room.player("alice", { referrer: "queen", streak: 1 });
  await room.player("bob", { streak: 3 });
  await room.player("carol", { referrer: "queen", streak: 2 });
}

const readPayout = async (raceId: string, name: string) => {
  const [row] = await room.db
    .select()
    .from(payments)
    .where(eq(payments.id, `payout-bet-${raceId}-${name}`));
  if (!row) throw new Error("there is no payout");
  return row;
};
/** What the worker does once it has signed a payout. */
const markSent = (id: string, status: "sent" | "unknown") =>
  room.db
    .update(payments)
    .set({ status, signature: `signature ${id}` })
    .where(eq(payments.id, id));
const complete = (payout: typeof payments.$inferSelect) =>
  room.db.transaction(async (tx) => {
    const { id: paymentId, source, lamports: amount } = payout;
    const landed = { source: { kind: source, address: "h" }, networkFee: lamports(5_000n) };
    await post(tx, paymentCompleted({ paymentId, ...landed, lamports: amount }));
    await tx.update(payments).set({ status: "completed" }).where(eq(payments.id, paymentId));
  });
const keepOnBalance = (payout: typeof payments.$inferSelect) =>
  room.db.transaction((tx) =>
    cancelPayment(tx, payout, { status: "cancelled", error: "too small", at: new Date(room.clock.now()) }),
  );
const withdraw = (name: string, amount: bigint) =>
  room.db.transaction((tx) =>
    queuePayment(tx, {
      id: `withdrawal-${name}-${amount}`,
      kind: "withdrawal",
      source: "hot",
      destination: walletOf(name),
      lamports: lamports(amount),
      wallet: walletOf(name),
      createdAt: new Date(room.clock.now()),
    }),
  );

it("MONEY-9 with nothing sent or spent all is as before the race, and each stake on its player's balance", async () => {
  await room.setting("jackpot_pool_amount", "1");
  await room.setting("superfecta_bonus_sol", "0.01");
  await withPlayers();
  const id = await settled();
  // Bob's fourth win in a row.
  expect(await room.balances()).toMatchObject({ [bob]: 10_000_000n });
  const from = room.events.length;
  expect(await refund(id)).toEqual({
    ok: true,
    value: { refundedBets: 3, refundedAmount: 1_333_333_333n },
  });
  expect(await room.balances()).toEqual({
    "chain:deposit:d": -(100n * SOL) - 1_333_333_333n,
    equity: 100n * SOL,
    [alice]: STAKES.alice,
    [bob]: STAKES.bob,
    [carol]: STAKES.carol,
  });
  expect((await room.payouts()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(await room.race(id)).toMatchObject({ status: "refunded", isReversed: true, refundReason: "Wrong" });
  const told = room.events.slice(from);
  expect(told.find(({ name }) => name === "race-update")?.wire).toMatchObject({
    race: { id, status: "refunded", refund_reason: "by_admin", totalPool: 1.333333333, bonus_awards: [] },
  });
  const kinds = told
    .filter(({ name }) => name === "user-notification")
    .map(({ to, wire }) => [to, (wire as { notification: { kind: string } }).notification.kind]);
  for (const name of ["alice", "bob", "carol"]) {
    const wallet = walletOf(name);
    const kind = name === "bob" ? "settled_race_refunded" : "bet_refunded";
    expect(kinds).toContainEqual([wallet, kind]);
    expect(kinds).toContainEqual([wallet, "balance_changed"]);
  }
  const [row] = await room.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    actor: admin.by,
    action: "race.refund",
    subject: id,
    before: { status: "completed", isSettled: true },
    after: { status: "refunded" },
    detail: { bets: 3, stakes: "1333333333", cancelledPayouts: 2 },
    reason: "Wrong",
  });
});

it("REVENUE-3 what payouts that were not sent bring back is part of the refund's cost, and no money sent elsewhere", async () => {
  await withPlayers();
  const id = await settled();
  expect((await statement())["houseProfit"]).toBeGreaterThan(0n);
  const sent = await readPayout(id, "bob");
  await markSent(sent.id, "sent");
  expect((await refund(id)).ok).toBe(true);
  // The house made up only the payout that is on its way.
  expect(await statement()).toEqual({ funding: 100n * SOL, refunds: 0n - sent.lamports });
  // It lands with an error after all, and its amount is returned to the house.
  await room.db.transaction((tx) =>
    cancelPayment(tx, sent, { status: "failed", error: "custom error", at: new Date(room.clock.now()) }),
  );
  expect(await statement()).toEqual({ funding: 100n * SOL });
});

it("ADMIN-28 MONEY-9 the panel's sums are what the refund then comes to, whatever was sent and spent meanwhile", async () => {
  await withPlayers();
  const id = await settled();
  const [first, second] = [await readPayout(id, "alice"), await readPayout(id, "bob")];
  await keepOnBalance(first);
  await withdraw("alice", first.lamports - 7n);
  await markSent(second.id, "sent");
  const before = await room.balances();
  const read = await previewRefund(room, id);
  if (!read.ok) throw new Error(read.code);
  expect(read.value).toMatchObject({
    bets: 3,
    stakes: 1_333_333_333n,
    cancelledPayouts: 0n,
    equity: before["equity"],
    isCovered: true,
  });
  // The preview changes nothing.
  expect(await room.balances()).toEqual(before);
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await room.balances();
  expect(after["equity"]).toBe(read.value.equityAfter);
  expect((after["bonus"] ?? 0n) - (before["bonus"] ?? 0n)).toBe(read.value.toBonusFund);
  expect(before["equity"]! - after["equity"]!).toBe(read.value.houseCost);
  expect(read.value.stakes).toBe(
    read.value.takenBack - read.value.toBonusFund + read.value.houseCost! + read.value.cancelledPayouts,
  );
  expect(await previewRefund(room, id)).toMatchObject({ code: "RACE_REFUNDED" });
  expect(await previewRefund(room, "no-such-race")).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("ADMIN-28 what equity does not cover is said before it is refused", async () => {
  await withPlayers();
  const id = await settled();
  for (const name of ["alice", "bob"]) await complete(await readPayout(id, name));
  await room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "manual-away",
      kind: "manual",
      source: "hot",
      destination: walletOf("bob"),
      lamports: lamports(100n * SOL - 5_000_000n),
      wallet: walletOf("bob"),
      createdAt: new Date(room.clock.now()),
    }),
  );
  const read = await previewRefund(room, id);
  expect(read).toMatchObject({ ok: true, value: { isCovered: false } });
  expect(await refund(id)).toMatchObject({ code: "REFUND_NOT_COVERED" });
});

/** The non-zero lines of the statement; they add up to equity. */
async function statement(): Promise<Record<string, bigint>> {
  const read = await readRevenue(room, {});
  if (!read.ok) throw new Error(read.code);
  const { lines, closingEquity } = read.value.statement;
  const told = lines.filter(({ amount }) => amount !== 0n).map(({ key, amount }) => [key, amount] as const);
  expect(told.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(closingEquity);
  expect((await room.balances())["equity"]).toBe(closingEquity);
  return Object.fromEntries(told);
}

it("MONEY-9 a payout that was sent, may land or is paid is never cancelled: the house makes it up", async () => {
  await withPlayers();
  const id = await settled();
  const [sent, paid] = [await readPayout(id, "alice"), await readPayout(id, "bob")];
  await complete(paid);
  for (const status of ["sent", "unknown"] as const) await markSent(sent.id, status);
  const before = await room.balances();
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await room.balances();
  expect(await readPayout(id, "alice")).toMatchObject({ status: "unknown" });
  expect(after["outgoing"]).toBe(sent.lamports);
  expect(after).toMatchObject({ [alice]: STAKES.alice, [bob]: STAKES.bob, [carol]: STAKES.carol });
  expect(after["equity"]).toBe(100n * SOL - sent.lamports - paid.lamports - 5_000n);
  expect(after["chain:hot:h"]).toBe(before["chain:hot:h"]);
  // It fails after all: the money returns to the house, not to the player, who already has the stake back.
  await keepOnBalance(await readPayout(id, "alice"));
  expect(await room.balances()).toMatchObject({
    [alice]: STAKES.alice,
    equity: 100n * SOL - paid.lamports - 5_000n,
  });
});

it("MONEY-9 a payout with a signature is sent, whatever its status says", async () => {
  await withPlayers();
  const id = await settled();
  const payout = await readPayout(id, "alice");
  await room.db.execute(
    sql`insert into payment_attempts (signature, payment_id, wire, last_valid_block_height, signed_at_slot, created_at)
        values ('s', ${payout.id}, '', 1, 1, now())`,
  );
  expect(await refund(id)).toMatchObject({ ok: true });
  expect(await readPayout(id, "alice")).toMatchObject({ status: "pending" });
  await markSent(payout.id, "sent");
});

it("MONEY-9 winnings kept as balance are taken back, and what is spent of them is made up", async () => {
  await withPlayers();
  const id = await settled();
  const [first, second] = [await readPayout(id, "alice"), await readPayout(id, "bob")];
  for (const payout of [first, second]) await keepOnBalance(payout);
  await withdraw("alice", first.lamports - 7n);
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await room.balances();
  expect(after).toMatchObject({ [alice]: STAKES.alice, [bob]: STAKES.bob, [carol]: STAKES.carol });
  expect(after["equity"]).toBe(100n * SOL - first.lamports + 7n);
  const told = await room.db
    .select()
    .from(notifications)
    .where(eq(notifications.wallet, walletOf("alice")));
  expect(told.at(-1)).toMatchObject({ kind: "settled_race_refunded", params: { taken: 0.000000007 } });
});

it("MONEY-9 commission and the fund's part are taken back as far as they are there", async () => {
  await withPlayers();
  const id = await settled();
  const { [`referral:${walletOf("queen")}`]: commission = 0n } = await room.balances();
  await room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "referral-queen",
      kind: "referral",
      source: "hot",
      destination: walletOf("queen"),
      lamports: lamports(commission - 3n),
      wallet: walletOf("queen"),
      createdAt: new Date(room.clock.now()),
    }),
  );
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await room.balances();
  expect(after["equity"]).toBe(100n * SOL - commission + 3n);
  expect(after[`referral:${walletOf("queen")}`]).toBeUndefined();
  expect(after["bonus"]).toBeUndefined();
});

it("MONEY-9 REFERRAL-3 referral totals forget the race, also of who is referred by another now", async () => {
  await withPlayers();
  await room.player("king");
  const totals = () =>
    rowsOf(room.db, sql`select referrer, wagered, earned from referral_totals order by wallet`);
  const first = await settled();
  const before = await totals();
  const second = await settled({ names: ["alice", "bob", "carol"] });
  await room.db
    .update(users)
    .set({ referrer: walletOf("king") })
    .where(eq(users.wallet, walletOf("alice")));
  expect(await refund(second)).toMatchObject({ ok: true });
  expect(await totals()).toEqual(before);
  expect(await refund(first)).toMatchObject({ ok: true });
  for (const row of await totals()) expect(row).toMatchObject({ wagered: 0n, earned: 0n });
});

it("MONEY-9 what equity does not cover is refused with what is missing, and nothing has changed", async () => {
  await withPlayers();
  const id = await settled();
  await complete(await readPayout(id, "alice"));
  await complete(await readPayout(id, "bob"));
  // All but a part of the cost.
  const { equity = 0n } = await room.balances();
  await room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "manual-1",
      kind: "manual",
      source: "hot",
      destination: walletOf("elsewhere"),
      lamports: lamports(equity - SOL),
      createdAt: new Date(room.clock.now()),
    }),
  );
  const before = await room.balances();
  const refused = await refund(id);
  expect(refused).toMatchObject({ code: "REFUND_NOT_COVERED" });
  expect(await room.balances()).toEqual(before);
  expect(await room.race(id)).toMatchObject({ status: "completed", isReversed: false });
  expect(await room.db.$count(auditLog)).toBe(0);
  const missing = refused.ok ? "" : (/([\d.]+) SOL are missing/.exec(refused.message ?? "")?.[1] ?? "");
  await room.fundHouse(BigInt(Math.round(Number(missing) * 1e9)));
  expect(await refund(id)).toMatchObject({ ok: true });
  expect((await room.balances())["equity"]).toBeUndefined();
});

it("MONEY-9 a streak goes back to where it was, if no counted race has come since", async () => {
  await withPlayers();
  // Large enough to count.
  const stake = SOL;
  await room.setting("superfecta_bonus_sol", "0.01");
  const first = await settled({ stake });
  expect([await streakOf("alice"), await streakOf("bob"), await streakOf("carol")]).toEqual([2, 4, 0]);
  const { id: second } = await room.openRace();
  const { winner } = await room.outcome(second);
  await room.bet(second, "alice", { horse: winner, stake });
  await room.bet(second, "dora", { horse: winner, stake });
  await room.runToEnd(second);
  expect(await streakOf("alice")).toBe(3);
  expect(await refund(first)).toMatchObject({ ok: true });
  expect([await streakOf("alice"), await streakOf("bob"), await streakOf("carol")]).toEqual([3, 3, 2]);
  expect(await refund(second)).toMatchObject({ ok: true });
  expect(await streakOf("alice")).toBe(2);
});

it("MONEY-9 the records of the horses and the players' sums lose the race (BOARD-1)", async () => {
  await withPlayers();
  const records = () =>
    rowsOf(room.db, sql`select id, races_run, races_won, bets_taken from horses order by id`);
  await settled();
  const before = await records();
  const id = await settled();
  expect(await records()).not.toEqual(before);
  await refund(id);
  expect(await records()).toEqual(before);
  const sums = await rowsOf(
    room.db,
    sql`select wagered, won, races, wins, jackpots from player_totals where races > 0`,
  );
  expect(sums).toHaveLength(3);
  for (const row of sums) expect(row).toMatchObject({ races: 1, jackpots: 0 });
});

it("MONEY-9 FAIR-13 the verification shows the settlement that was made and its refund, and the replay stays", async () => {
  await withPlayers();
  const id = await settled();
  const read = async () => {
    const verified = await verifyRace(room.db, id);
    if (!verified.ok) throw new Error(verified.code);
    return verified.value;
  };
  const [before, replay] = [await read(), await readReplay(room.db, id)];
  await refund(id);
  const after = await read();
  expect(after).toEqual({
    ...before,
    status: "refunded",
    settlement: {
      ...before.settlement,
      refundedAt: new Date(room.clock.now()),
      bets: before.settlement?.bets.map((bet) => ({ ...bet, refunded: bet.stake })),
      payouts: before.settlement?.payouts.map((payout) => ({ ...payout, status: "failed" })),
    },
  });
  expect(await readReplay(room.db, id)).toEqual(replay);
});

it("MONEY-9 two admins at once, or one who presses twice, refund it once", async () => {
  await withPlayers();
  const id = await settled();
  const answers = await Promise.all([refund(id), refund(id), refund(id)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await refund(id)).toMatchObject({ code: "RACE_REFUNDED" });
  expect(await room.balances()).toMatchObject({ [alice]: STAKES.alice, equity: 100n * SOL });
  expect(await room.db.$count(auditLog)).toBe(1);
  expect(await refundBet(room.ports(), { betId: `bet-${id}-carol`, reason: null, ...stepped })).toMatchObject(
    {
      code: "BET_REFUNDED",
    },
  );
});

it("MONEY-9 ACCESS-8 it wants the wallet's confirmation, and is refused for a race that is not there", async () => {
  await withPlayers();
  const id = await settled();
  const before = await room.balances();
  expect(await refund(id, admin)).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(await room.balances()).toEqual(before);
  expect(await refund("race-99")).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("MONEY-9 a loss that was given back before is not given back again", async () => {
  await withPlayers();
  const id = await settled();
  await refundBet(room.ports(), { betId: `bet-${id}-carol`, reason: null, ...stepped });
  expect(await refund(id)).toMatchObject({ value: { refundedBets: 2, refundedAmount: 333_333_334n } });
  expect(await room.balances()).toEqual({
    "chain:deposit:d": -(100n * SOL) - 1_333_333_333n,
    equity: 100n * SOL,
    [alice]: STAKES.alice,
    [bob]: STAKES.bob,
    [carol]: STAKES.carol,
  });
});

it("MONEY-9 a process that dies in the middle has refunded nothing", async () => {
  await withPlayers();
  const id = await settled();
  const before = await room.balances();
  const ports = room.ports();
  const dying = {
    ...ports,
    entropy: {
      bytes: () => {
        throw new Error("killed");
      },
    },
  };
  await expect(refundRace(dying, { raceId: id, reason: null, ...stepped })).rejects.toThrow("killed");
  expect(await room.balances()).toEqual(before);
  expect(await room.race(id)).toMatchObject({ status: "completed" });
  expect(await refund(id)).toMatchObject({ ok: true });
});

it("MONEY-9 BET-10 play money that is spent comes from where play money comes from", async () => {
  await room.setting("testing_mode_enabled", "true");
  await withPlayers();
  const id = await settled();
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await room.balances();
  for (const [name, stake] of Object.entries(STAKES))
    expect(after[`play:user:${walletOf(name)}`]).toBe(stake);
  expect(after["equity"]).toBe(100n * SOL);
});

it("MONEY-9 a race of very many players is refunded like a small one", async () => {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  const names = Array.from({ length: 600 }, (_, place) => `player-${place}`);
  for (const [place, name] of names.entries()) {
    await room.bet(id, name, {
      horse: place % 2 === 0 ? winner : (winner % 6) + 1,
      stake: SOL + BigInt(place),
    });
  }
  await room.runToEnd(id);
  expect(await refund(id)).toMatchObject({ value: { refundedBets: 600 } });
  const after = await room.balances();
  for (const [place, name] of names.entries()) expect(after[user(name)]).toBe(SOL + BigInt(place));
  expect(after["equity"]).toBe(100n * SOL);
});
