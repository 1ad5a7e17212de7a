import { desc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { type RaceRoom, SOL, admin, openRaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { readPlayerDays } from "../../../foundation/books/player-days.ts";
import { rowsOf } from "../../../foundation/db/database.ts";
import { auditLog } from "../../../foundation/db/schema/audit.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { verifyRace } from "../read/verify-race.ts";
import { refundBet } from "./refund-bet.ts";
import { refundRace } from "./refund-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
  for (const name of ["alice", "bob"]) await room.player(name);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

const refund = (betId: string) => refundBet(room.ports(), { betId, reason: "A mistake", ...admin });
const betOf = async (id: string) => (await room.db.select().from(bets).where(eq(bets.id, id)))[0];
const totalsOf = (raceId: string) =>
  rowsOf<{ bets: number; stakes: bigint }>(
    room.db,
    sql`select bets, stakes from race_totals where race_id = ${raceId} and bets > 0 order by horse_number`,
  );
const newestAudit = async () =>
  (await room.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const audits = () => room.db.$count(auditLog);

/** A race that was run: alice won it, bob lost. */
async function settled(stakes = { winner: SOL, loser: 3n * SOL }) {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  const won = await room.bet(id, "alice", { horse: winner, stake: stakes.winner });
  const lost = await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: stakes.loser });
  return { id, won, lost };
}

it("MONEY-23 while betting is open a bet goes back to its player's balance, who may bet again", async () => {
  const { id } = await room.openRace();
  const betId = await room.bet(id, "alice", { horse: 2, stake: SOL });
  const from = room.events.length;
  expect(await refund(betId)).toMatchObject({
    ok: true,
    value: { done: { id: betId, result: "refunded", payout: SOL }, approval: null },
  });
  expect(await room.balances()).toMatchObject({ [`user:${walletOf("alice")}`]: SOL });
  expect((await room.balances())[`pool:${id}`]).toBeUndefined();
  expect(await totalsOf(id)).toEqual([]);
  const events = room.events.slice(from);
  expect(events.find(({ name }) => name === "race-update")?.wire).toMatchObject({
    race: { id, totalPool: 0 },
  });
  const notified = events.filter(({ to, name }) => to === walletOf("alice") && name === "user-notification");
  expect(notified.map(({ wire }) => (wire as { notification: { kind: string } }).notification.kind)).toEqual([
    "one_bet_refunded",
    "balance_changed",
  ]);
  expect(await newestAudit()).toMatchObject({
    actor: admin.by,
    action: "bet.refund",
    subject: betId,
    before: { result: null },
    after: { result: "refunded" },
    reason: "A mistake",
  });
  expect(await room.readNewest(walletOf("alice"))).toMatchObject({ yourBet: null });
});

it("MONEY-23 a bet is refunded once, also when two admins press at the same moment", async () => {
  const { id } = await room.openRace();
  const betId = await room.bet(id, "alice", { horse: 2, stake: SOL });
  const answers = await Promise.all([refund(betId), refund(betId), refund(betId)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.code === "BET_REFUNDED")).toHaveLength(2);
  expect((await room.balances())[`user:${walletOf("alice")}`]).toBe(SOL);
  expect(await audits()).toBe(1);
});

it("MONEY-23 from the close to the settlement no bet is refunded", async () => {
  const { id, won, lost } = await settled();
  await room.round();
  const closesAt = (await room.race(id)).closesAt?.getTime() ?? 0;
  await room.clock.advance(closesAt - room.clock.now() - 1);
  const before = await room.balances();
  await room.clock.advance(1);
  // Not locked yet, but already closed.
  expect((await room.race(id)).status).toBe("countdown");
  expect(await refund(lost)).toMatchObject({ code: "BET_LOCKED" });
  for (;;) {
    await room.run(1_000);
    if ((await room.race(id)).settledAt !== null) break;
    for (const betId of [won, lost]) expect(await refund(betId)).toMatchObject({ code: "BET_LOCKED" });
    expect(await room.balances()).toEqual(before);
  }
  expect(await audits()).toBe(0);
});

it("MONEY-23 after the settlement a losing bet is given back at the house's cost, a winning one never", async () => {
  const { id, won, lost } = await settled();
  await room.runToEnd(id);
  const before = await room.balances();
  expect(await refund(won)).toMatchObject({ code: "BET_WON" });
  expect(await room.balances()).toEqual(before);
  expect(await refund(lost)).toMatchObject({ ok: true });
  expect(await refund(lost)).toMatchObject({ code: "BET_REFUNDED" });
  const after = await room.balances();
  expect(after[`user:${walletOf("bob")}`]).toBe(3n * SOL);
  expect(after["equity"]).toBe((before["equity"] ?? 0n) - 3n * SOL);
  expect({ ...after, equity: 0n, [`user:${walletOf("bob")}`]: 0n }).toEqual({
    ...before,
    equity: 0n,
    [`user:${walletOf("bob")}`]: 0n,
  });
  // BOARD-1: the bet no longer counts in the player's day.
  expect(await readPlayerDays(room.db, { wallet: walletOf("bob") })).toMatchObject([
    { wagered: 0n, races: 0 },
  ]);
  expect(await betOf(lost)).toMatchObject({ result: "refunded", payout: 3n * SOL });
  expect(await newestAudit()).toMatchObject({ before: { result: "loss" }, detail: { isAtHouseCost: true } });
});

it("MONEY-23 FAIR-13 what the race was settled with stays to be checked", async () => {
  const { id, lost } = await settled();
  await room.runToEnd(id);
  const readBooks = async () => {
    const verified = await verifyRace(room.db, id);
    return verified.ok ? verified.value.settlement : null;
  };
  const [books, totals] = [await readBooks(), await totalsOf(id)];
  await refund(lost);
  expect(await readBooks()).toEqual({
    ...books,
    bets: books?.bets.map((bet) => (bet.id === lost ? { ...bet, refunded: 3n * SOL } : bet)),
  });
  expect(books?.bets.find((bet) => bet.id === lost)).toMatchObject({ result: "loss", payout: 0n });
  expect(await totalsOf(id)).toEqual(totals);
  expect(await room.reader.readFresh(id)).toMatchObject({ totalPool: 4n * SOL, betCount: 2 });
});

it("MONEY-23 what equity does not cover is refused, with what is missing", async () => {
  const { id, lost } = await settled({ winner: SOL, loser: 11n * SOL });
  await room.runToEnd(id);
  const before = await room.balances();
  // Half of the 0.6 SOL fee went to the bonus fund.
  expect(before["equity"]).toBe(10_300_000_000n);
  expect(await refund(lost)).toEqual({
    ok: false,
    code: "REFUND_NOT_COVERED",
    message: "House equity does not cover this refund: 0.7 SOL are missing",
  });
  expect(await room.balances()).toEqual(before);
  expect(await audits()).toBe(0);
});

it("MONEY-23 what is no bet, or of a race that is refunded, is refused", async () => {
  expect(await refund("b-none")).toMatchObject({ code: "BET_NOT_FOUND" });
  const { id } = await room.openRace();
  const betId = await room.bet(id, "alice", { horse: 1, stake: SOL });
  await refundRace(room.ports(), { raceId: id, reason: null, ...admin });
  expect(await refund(betId)).toMatchObject({ code: "BET_REFUNDED" });
});

it("MONEY-23 BET-10 play money goes back to play money, open or lost", async () => {
  await room.setting("testing_mode_enabled", "true");
  const { id, lost } = await settled();
  const taken = await room.bet(id, "carol", { horse: 1, stake: SOL });
  await refund(taken);
  expect((await room.balances())[`play:user:${walletOf("carol")}`]).toBe(SOL);
  await room.runToEnd(id);
  expect(await refund(lost)).toMatchObject({ ok: true });
  expect((await room.balances())[`play:user:${walletOf("bob")}`]).toBe(3n * SOL);
});
