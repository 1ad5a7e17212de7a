import { expect, it } from "vitest";
import { desc, sql } from "drizzle-orm";
import { SOL, admin, walletOf } from "../../../../../tests/support/race-room.ts";
import { STAKES, useSettledRaces, user } from "../../../../../tests/support/settled-races.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { DAY_MS } from "../../../../domain/day-length.ts";
import { queuePayment } from "../../../foundation/books/payments.ts";
import { rowsOf } from "../../../foundation/db/database.ts";
import { auditLog } from "../../../foundation/db/schema/audit.ts";
import { readRevenue } from "../../revenue/read-revenue.ts";
import { readReplay, verifyRace } from "../read/verify-race.ts";
import { previewRefund } from "./preview-refund.ts";
import { refundBet } from "./refund-bet.ts";
import { refundRace } from "./refund-race.ts";

const races = useSettledRaces();
const { refund, withPlayers, settled, readPayout, complete, keepOnBalance, withdraw } = races;
const [alice, bob, carol] = ["alice", "bob", "carol"].map(user) as [string, string, string];
const giveBack = (id: string, name: string) =>
  refundBet(races.room.ports(), { betId: `bet-${id}-${name}`, reason: null, ...admin });

/** All accounts but the house's equity and those of these players. */
const others = (balances: Record<string, bigint>, ...players: readonly string[]) =>
  Object.fromEntries(
    Object.entries(balances).filter(([account]) => account !== "equity" && !players.includes(account)),
  );

it("MONEY-9 a lost stake goes back from equity, and nothing else of the settlement moves", async () => {
  await races.room.setting("jackpot_pool_amount", "1");
  await races.room.setting("superfecta_bonus_sol", "0.01");
  await withPlayers();
  const id = await settled();
  const before = await races.room.balances();
  // Bob's fourth win in a row.
  expect(before).toMatchObject({ [bob]: 10_000_000n });
  const from = races.room.events.length;
  expect(await refund(id)).toEqual({ ok: true, value: { refundedBets: 1, refundedAmount: STAKES.carol } });
  const after = await races.room.balances();
  expect(after[carol]).toBe(STAKES.carol);
  expect(after["equity"]).toBe(before["equity"]! - STAKES.carol);
  expect(others(after, carol)).toEqual(others(before, carol));
  expect((await races.room.payouts()).map(({ status }) => status)).toEqual(["pending", "pending"]);
  expect(await races.room.race(id)).toMatchObject({
    status: "refunded",
    isRefundedLate: true,
    refundReason: "Wrong",
  });
  const events = races.room.events.slice(from);
  expect(events.find(({ name }) => name === "race-update")?.wire).toMatchObject({
    race: {
      id,
      status: "refunded",
      refund_reason: "by_admin",
      totalPool: 1.333333333,
      bonus_awards: [{ amount: 0.01 }],
    },
  });
  const kinds = events
    .filter(({ name }) => name === "user-notification")
    .map(({ to, wire }) => [to, (wire as { notification: { kind: string } }).notification.kind]);
  expect(kinds).toEqual([
    [walletOf("carol"), "bet_refunded"],
    [walletOf("carol"), "balance_changed"],
  ]);
  const [row] = await races.room.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    actor: admin.by,
    action: "race.refund",
    subject: id,
    before: { status: "completed", isSettled: true },
    after: { status: "refunded" },
    detail: { bets: 1, stakes: String(STAKES.carol) },
    reason: "Wrong",
  });
});

it("MONEY-9 the bet that was given back is refunded to its player, and a winner still has the win", async () => {
  await withPlayers();
  const id = await settled();
  await refund(id);
  const betOf = async (name: string) => (await races.room.readNewest(walletOf(name))).yourBet;
  expect(await betOf("carol")).toMatchObject({ result: "refunded", payout_amount: STAKES.carol });
  const { lamports: payout } = await readPayout(id, "alice");
  expect(await betOf("alice")).toMatchObject({ result: "win", payout_amount: payout });
});

it("MONEY-9 a win that was kept or spent stays with its player", async () => {
  await withPlayers();
  const id = await settled();
  const [first, second] = [await readPayout(id, "alice"), await readPayout(id, "bob")];
  for (const payout of [first, second]) await keepOnBalance(payout);
  await withdraw("alice", first.lamports - 7n);
  expect(await refund(id)).toMatchObject({ ok: true });
  expect(await races.room.balances()).toMatchObject({
    [alice]: 7n,
    [bob]: second.lamports,
    [carol]: STAKES.carol,
  });
});

it("MONEY-9 commission, bonus fund, referral totals, streaks and the records of the horses stay", async () => {
  await withPlayers();
  const id = await settled();
  const unchanged = async () => ({
    horses: await rowsOf(
      races.room.db,
      sql`select id, races_run, races_won, bets_taken from horses order by id`,
    ),
    referrals: await rowsOf(races.room.db, sql`select * from referral_totals order by wallet`),
    streaks: await rowsOf(races.room.db, sql`select wallet, current_win_streak from users order by wallet`),
    shares: await rowsOf(
      races.room.db,
      sql`select account, balance from ledger_accounts where account ~ '^(bonus$|referral:)' order by account`,
    ),
  });
  const before = await unchanged();
  expect(before.referrals).not.toEqual([]);
  expect(await refund(id)).toMatchObject({ ok: true });
  expect(await unchanged()).toEqual(before);
});

it("MONEY-9 FAIR-13 the verification shows the settlement and what was given back since, and the replay stays", async () => {
  await withPlayers();
  const id = await settled();
  const read = async () => {
    const verified = await verifyRace(races.room.db, id);
    if (!verified.ok) throw new Error(verified.code);
    return verified.value;
  };
  const [before, replay] = [await read(), await readReplay(races.room.db, id)];
  await refund(id);
  expect(await read()).toEqual({
    ...before,
    status: "refunded",
    settlement: {
      ...before.settlement,
      refundedAt: new Date(races.room.clock.now()),
      bets: before.settlement?.bets.map((bet) =>
        bet.result === "loss" ? { ...bet, refunded: bet.stake } : bet,
      ),
    },
  });
  expect(await readReplay(races.room.db, id)).toEqual(replay);
});

it("REVENUE-3 the lost stakes are the cost of the refund, and the race's profit stays", async () => {
  await withPlayers();
  const id = await settled();
  const before = await statement();
  expect((await refund(id)).ok).toBe(true);
  expect(await statement()).toEqual({ ...before, refunds: 0n - STAKES.carol });
});

/** The non-zero lines of the statement; they add up to equity. */
async function statement(): Promise<Record<string, bigint>> {
  const read = await readRevenue(races.room, {});
  if (!read.ok) throw new Error(read.code);
  const { lines, closingEquity } = read.value.statement;
  const entries = lines
    .filter(({ amount }) => amount !== 0n)
    .map(({ key, amount }) => [key, amount] as const);
  expect(entries.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(closingEquity);
  expect((await races.room.balances())["equity"]).toBe(closingEquity);
  return Object.fromEntries(entries);
}

it("MONEY-9 the panel's sums are what the refund then comes to", async () => {
  await withPlayers();
  const id = await settled();
  await complete(await readPayout(id, "bob"));
  const before = await races.room.balances();
  expect(await previewRefund(races.room, id)).toEqual({
    ok: true,
    value: {
      bets: 1,
      stakes: STAKES.carol,
      jackpot: 0n,
      equity: before["equity"],
      equityAfter: before["equity"]! - STAKES.carol,
      missing: 0n,
    },
  });
  // The preview changes nothing.
  expect(await races.room.balances()).toEqual(before);
  expect(await refund(id)).toMatchObject({ ok: true });
  expect((await races.room.balances())["equity"]).toBe(before["equity"]! - STAKES.carol);
  expect(await previewRefund(races.room, id)).toMatchObject({ code: "RACE_REFUNDED" });
  expect(await previewRefund(races.room, "no-such-race")).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("MONEY-9 the panel says like the refund that a race was settled too long ago", async () => {
  await withPlayers();
  const id = await settled();
  await races.room.clock.advance(7 * DAY_MS + 1);
  expect(await refund(id)).toMatchObject({ code: "REFUND_TOO_LATE" });
  expect(await previewRefund(races.room, id)).toMatchObject({ code: "REFUND_TOO_LATE" });
});

it("MONEY-9 what equity does not cover is refused with what is missing, and nothing has changed", async () => {
  await withPlayers();
  const id = await settled();
  const { equity = 0n } = await races.room.balances();
  await races.room.db.transaction((tx) =>
    queuePayment(tx, {
      id: "manual-1",
      kind: "manual",
      source: "hot",
      destination: walletOf("elsewhere"),
      lamports: lamports(equity - STAKES.carol + 5n),
      createdAt: new Date(races.room.clock.now()),
    }),
  );
  const before = await races.room.balances();
  expect(await previewRefund(races.room, id)).toMatchObject({ value: { equityAfter: -5n, missing: 5n } });
  for (const refused of [await refund(id), await giveBack(id, "carol")])
    expect(refused).toMatchObject({
      code: "REFUND_NOT_COVERED",
      message: "House equity does not cover this refund: 0.000000005 SOL are missing",
    });
  expect(await races.room.balances()).toEqual(before);
  expect(await races.room.race(id)).toMatchObject({ status: "completed", isRefundedLate: false });
  expect(await races.room.db.$count(auditLog)).toBe(0);
  await races.room.fundHouse(5n);
  expect(await refund(id)).toMatchObject({ ok: true });
  expect((await races.room.balances())["equity"]).toBeUndefined();
});

it("MONEY-9 a stake that was given back before is not given back again, neither alone nor with its race", async () => {
  await withPlayers();
  await races.room.player("dora");
  const { id } = await races.room.openRace();
  const { winner } = await races.room.outcome(id);
  await races.room.bet(id, "alice", { horse: winner, stake: STAKES.alice });
  for (const name of ["carol", "dora"])
    await races.room.bet(id, name, { horse: (winner % 6) + 1, stake: STAKES.carol });
  await races.room.runToEnd(id);
  expect(await giveBack(id, "carol")).toMatchObject({ ok: true });
  expect(await refund(id)).toMatchObject({ value: { refundedBets: 1, refundedAmount: STAKES.carol } });
  expect(await giveBack(id, "carol")).toMatchObject({ code: "BET_REFUNDED" });
  expect(await giveBack(id, "dora")).toMatchObject({ code: "BET_REFUNDED" });
  expect(await refund(id)).toMatchObject({ code: "RACE_REFUNDED" });
  expect(await races.room.balances()).toMatchObject({ [carol]: STAKES.carol, [user("dora")]: STAKES.carol });
});

it("MONEY-9 a race without a lost stake that could go back is not refunded", async () => {
  await withPlayers();
  const id = await settled();
  await giveBack(id, "carol");
  const before = await races.room.balances();
  expect(await refund(id)).toMatchObject({ code: "NOTHING_TO_REFUND" });
  expect(await previewRefund(races.room, id)).toMatchObject({ code: "NOTHING_TO_REFUND" });
  expect(await races.room.balances()).toEqual(before);
  expect(await races.room.race(id)).toMatchObject({ status: "completed" });
});

it("MONEY-9 BET-10 lost play money comes from where play money comes from", async () => {
  await races.room.setting("testing_mode_enabled", "true");
  await withPlayers();
  const id = await settled();
  const before = await races.room.balances();
  expect(await refund(id)).toMatchObject({ ok: true });
  const [player, mint] = [`play:user:${walletOf("carol")}`, "play:mint"];
  const after = await races.room.balances();
  expect(after[player]).toBe(STAKES.carol);
  expect({ ...after, [player]: 0n, [mint]: 0n }).toEqual({ ...before, [player]: 0n, [mint]: 0n });
});

it("MONEY-9 two admins at once, or one who presses twice, refund it once", async () => {
  await withPlayers();
  const id = await settled();
  const { equity = 0n } = await races.room.balances();
  const answers = await Promise.all([refund(id), refund(id, { by: walletOf("second admin") }), refund(id)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await races.room.balances()).toMatchObject({ [carol]: STAKES.carol, equity: equity - STAKES.carol });
  expect(await races.room.db.$count(auditLog)).toBe(1);
});

it("MONEY-9 MONEY-23 a bet and its race at once: its stake goes back once", async () => {
  await withPlayers();
  const id = await settled();
  const { equity = 0n } = await races.room.balances();
  const answers = await Promise.all([giveBack(id, "carol"), refund(id), giveBack(id, "carol")]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await races.room.balances()).toMatchObject({ [carol]: STAKES.carol, equity: equity - STAKES.carol });
});

it("MONEY-9 a win is final in the database itself", async () => {
  await withPlayers();
  const id = await settled();
  const taking = races.room.db.execute(
    sql`update bets set result = 'refunded' where id = ${`bet-${id}-alice`}`,
  );
  await expect(taking).rejects.toMatchObject({ cause: { code: "23514" } });
});

it("MONEY-9 a process that dies in the middle has refunded nothing", async () => {
  await withPlayers();
  const id = await settled();
  const before = await races.room.balances();
  const ports = races.room.ports();
  const dying = {
    ...ports,
    entropy: {
      bytes: () => {
        throw new Error("killed");
      },
    },
  };
  const request = { raceId: id, reason: null, ...admin };
  await expect(refundRace(dying, request)).rejects.toThrow("killed");
  expect(await races.room.balances()).toEqual(before);
  expect(await races.room.race(id)).toMatchObject({ status: "completed" });
  expect(await refund(id)).toMatchObject({ ok: true });
});

it("MONEY-9 a race of very many players is refunded like a small one", async () => {
  const { id } = await races.room.openRace();
  const { winner } = await races.room.outcome(id);
  const names = Array.from({ length: 600 }, (_, index) => `player-${index}`);
  const stakeOf = (place: number) => SOL / 100n + BigInt(place);
  for (const [index, name] of names.entries()) {
    const horse = index % 2 === 0 ? winner : (winner % 6) + 1;
    await races.room.bet(id, name, { horse, stake: stakeOf(index) });
  }
  await races.room.runToEnd(id);
  expect(await refund(id)).toMatchObject({ value: { refundedBets: 300 } });
  const after = await races.room.balances();
  for (const [index, name] of names.entries())
    expect(after[user(name)]).toBe(index % 2 === 0 ? undefined : stakeOf(index));
});

it("MONEY-9 it is refused for a race that is not there", async () => {
  expect(await refund("race-99")).toMatchObject({ code: "RACE_NOT_FOUND" });
});
