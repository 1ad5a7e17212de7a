import { expect, it } from "vitest";
import { desc, eq, sql } from "drizzle-orm";
import { SOL, admin, walletOf } from "../../../../tests/support/race-room.ts";
import { STAKES, useSettledRaces, user, stepped } from "../../../../tests/support/settled-races.ts";
import { lamports } from "../../../domain/lamports.ts";
import { cancelPayment, queuePayment } from "../../books/payments.ts";
import { auditLog } from "../../db/schema/audit.ts";
import { notifications } from "../../db/schema/players.ts";
import { readRevenue } from "../../revenue/read-revenue.ts";
import { previewRefund } from "./preview-refund.ts";
import { refundBet } from "./refund-bet.ts";

const races = useSettledRaces();
const { refund, withPlayers, settled, readPayout, markSent, complete, keepOnBalance, withdraw } = races;
const [alice, bob, carol] = ["alice", "bob", "carol"].map(user) as [string, string, string];

it("MONEY-9 with nothing sent or spent all is as before the race, and each stake on its player's balance", async () => {
  await races.room.setting("jackpot_pool_amount", "1");
  await races.room.setting("superfecta_bonus_sol", "0.01");
  await withPlayers();
  const id = await settled();
  // Bob's fourth win in a row.
  expect(await races.room.balances()).toMatchObject({ [bob]: 10_000_000n });
  const from = races.room.events.length;
  expect(await refund(id)).toEqual({
    ok: true,
    value: { refundedBets: 3, refundedAmount: 1_333_333_333n },
  });
  expect(await races.room.balances()).toEqual({
    "chain:deposit:d": -(100n * SOL) - 1_333_333_333n,
    equity: 100n * SOL,
    [alice]: STAKES.alice,
    [bob]: STAKES.bob,
    [carol]: STAKES.carol,
  });
  expect((await races.room.payouts()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(await races.room.race(id)).toMatchObject({
    status: "refunded",
    isReversed: true,
    refundReason: "Wrong",
  });
  const told = races.room.events.slice(from);
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
  const [row] = await races.room.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
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
  await races.room.db.transaction((tx) =>
    cancelPayment(tx, sent, {
      status: "failed",
      error: "custom error",
      at: new Date(races.room.clock.now()),
    }),
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
  const before = await races.room.balances();
  const read = await previewRefund(races.room, id);
  if (!read.ok) throw new Error(read.code);
  expect(read.value).toMatchObject({
    bets: 3,
    stakes: 1_333_333_333n,
    cancelledPayouts: 0n,
    equity: before["equity"],
    isCovered: true,
  });
  // The preview changes nothing.
  expect(await races.room.balances()).toEqual(before);
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await races.room.balances();
  expect(after["equity"]).toBe(read.value.equityAfter);
  expect((after["bonus"] ?? 0n) - (before["bonus"] ?? 0n)).toBe(read.value.toBonusFund);
  expect(before["equity"]! - after["equity"]!).toBe(read.value.houseCost);
  expect(read.value.stakes).toBe(
    read.value.takenBack - read.value.toBonusFund + read.value.houseCost! + read.value.cancelledPayouts,
  );
  expect(await previewRefund(races.room, id)).toMatchObject({ code: "RACE_REFUNDED" });
  expect(await previewRefund(races.room, "no-such-race")).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("ADMIN-28 what equity does not cover is said before it is refused", async () => {
  await withPlayers();
  const id = await settled();
  for (const name of ["alice", "bob"]) await complete(await readPayout(id, name));
  await races.room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "manual-away",
      kind: "manual",
      source: "hot",
      destination: walletOf("bob"),
      lamports: lamports(100n * SOL - 5_000_000n),
      wallet: walletOf("bob"),
      createdAt: new Date(races.room.clock.now()),
    }),
  );
  const read = await previewRefund(races.room, id);
  expect(read).toMatchObject({ ok: true, value: { isCovered: false } });
  expect(await refund(id)).toMatchObject({ code: "REFUND_NOT_COVERED" });
});

/** The non-zero lines of the statement; they add up to equity. */
async function statement(): Promise<Record<string, bigint>> {
  const read = await readRevenue(races.room, {});
  if (!read.ok) throw new Error(read.code);
  const { lines, closingEquity } = read.value.statement;
  const told = lines.filter(({ amount }) => amount !== 0n).map(({ key, amount }) => [key, amount] as const);
  expect(told.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(closingEquity);
  expect((await races.room.balances())["equity"]).toBe(closingEquity);
  return Object.fromEntries(told);
}

it("MONEY-9 a payout that was sent, may land or is paid is never cancelled: the house makes it up", async () => {
  await withPlayers();
  const id = await settled();
  const [sent, paid] = [await readPayout(id, "alice"), await readPayout(id, "bob")];
  await complete(paid);
  for (const status of ["sent", "unknown"] as const) await markSent(sent.id, status);
  const before = await races.room.balances();
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await races.room.balances();
  expect(await readPayout(id, "alice")).toMatchObject({ status: "unknown" });
  expect(after["outgoing"]).toBe(sent.lamports);
  expect(after).toMatchObject({ [alice]: STAKES.alice, [bob]: STAKES.bob, [carol]: STAKES.carol });
  expect(after["equity"]).toBe(100n * SOL - sent.lamports - paid.lamports - 5_000n);
  expect(after["chain:hot:h"]).toBe(before["chain:hot:h"]);
  // It fails after all: the money returns to the house, not to the player, who already has the stake back.
  await keepOnBalance(await readPayout(id, "alice"));
  expect(await races.room.balances()).toMatchObject({
    [alice]: STAKES.alice,
    equity: 100n * SOL - paid.lamports - 5_000n,
  });
});

it("MONEY-9 a payout with a signature is sent, whatever its status says", async () => {
  await withPlayers();
  const id = await settled();
  const payout = await readPayout(id, "alice");
  await races.room.db.execute(
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
  const after = await races.room.balances();
  expect(after).toMatchObject({ [alice]: STAKES.alice, [bob]: STAKES.bob, [carol]: STAKES.carol });
  expect(after["equity"]).toBe(100n * SOL - first.lamports + 7n);
  const told = await races.room.db
    .select()
    .from(notifications)
    .where(eq(notifications.wallet, walletOf("alice")));
  expect(told.at(-1)).toMatchObject({ kind: "settled_race_refunded", params: { taken: 0.000000007 } });
});

it("MONEY-9 commission and the fund's part are taken back as far as they are there", async () => {
  await withPlayers();
  const id = await settled();
  const { [`referral:${walletOf("queen")}`]: commission = 0n } = await races.room.balances();
  await races.room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "referral-queen",
      kind: "referral",
      source: "hot",
      destination: walletOf("queen"),
      lamports: lamports(commission - 3n),
      wallet: walletOf("queen"),
      createdAt: new Date(races.room.clock.now()),
    }),
  );
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await races.room.balances();
  expect(after["equity"]).toBe(100n * SOL - commission + 3n);
  expect(after[`referral:${walletOf("queen")}`]).toBeUndefined();
  expect(after["bonus"]).toBeUndefined();
});

it("MONEY-9 what equity does not cover is refused with what is missing, and nothing has changed", async () => {
  await withPlayers();
  const id = await settled();
  await complete(await readPayout(id, "alice"));
  await complete(await readPayout(id, "bob"));
  // All but a part of the cost.
  const { equity = 0n } = await races.room.balances();
  await races.room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "manual-1",
      kind: "manual",
      source: "hot",
      destination: walletOf("elsewhere"),
      lamports: lamports(equity - SOL),
      createdAt: new Date(races.room.clock.now()),
    }),
  );
  const before = await races.room.balances();
  const refused = await refund(id);
  expect(refused).toMatchObject({ code: "REFUND_NOT_COVERED" });
  expect(await races.room.balances()).toEqual(before);
  expect(await races.room.race(id)).toMatchObject({ status: "completed", isReversed: false });
  expect(await races.room.db.$count(auditLog)).toBe(0);
  const missing = refused.ok ? "" : (/([\d.]+) SOL are missing/.exec(refused.message ?? "")?.[1] ?? "");
  await races.room.fundHouse(BigInt(Math.round(Number(missing) * 1e9)));
  expect(await refund(id)).toMatchObject({ ok: true });
  expect((await races.room.balances())["equity"]).toBeUndefined();
});

it("MONEY-9 a loss that was given back before is not given back again", async () => {
  await withPlayers();
  const id = await settled();
  await refundBet(races.room.ports(), { betId: `bet-${id}-carol`, reason: null, ...stepped });
  expect(await refund(id)).toMatchObject({ value: { refundedBets: 2, refundedAmount: 333_333_334n } });
  expect(await races.room.balances()).toEqual({
    "chain:deposit:d": -(100n * SOL) - 1_333_333_333n,
    equity: 100n * SOL,
    [alice]: STAKES.alice,
    [bob]: STAKES.bob,
    [carol]: STAKES.carol,
  });
});

it("MONEY-9 BET-10 play money that is spent comes from where play money comes from", async () => {
  await races.room.setting("testing_mode_enabled", "true");
  await withPlayers();
  const id = await settled();
  expect(await refund(id)).toMatchObject({ ok: true });
  const after = await races.room.balances();
  for (const [name, stake] of Object.entries(STAKES))
    expect(after[`play:user:${walletOf(name)}`]).toBe(stake);
  expect(after["equity"]).toBe(100n * SOL);
});
