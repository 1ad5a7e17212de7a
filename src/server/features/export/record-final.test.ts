import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { exportOf } from "../../../../tests/support/export.ts";
import { faultLine, faulty } from "../../../../tests/support/faults.ts";
import { admin, openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../tests/support/race-room.ts";
import { verifiedRace } from "../../../contract/races/verified-race.ts";
import { paymentCompleted } from "../../../domain/chain-postings.ts";
import { lamports } from "../../../domain/lamports.ts";
import { post } from "../../foundation/books/ledger.ts";
import { cancelPayment } from "../../foundation/books/payments.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { exportGauge } from "./export-gauge.ts";
import { verifyRace } from "../races/read/verify-race.ts";
import { refundBet } from "../races/settle/refund-bet.ts";
import { refundRace } from "../races/settle/refund-race.ts";

let room: RaceRoom;
let log: ReturnType<typeof exportOf>;
beforeEach(async () => {
  room = await openRaceRoom();
  log = exportOf(room);
  await room.fundHouse(100n * SOL);
});
afterEach(() => room.close());

/** A settled race that alice wins and bob loses; its result memo is not on the chain yet. */
async function settled(...losers: readonly string[]): Promise<string> {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: 100_000_003n });
  for (const name of ["bob", ...losers])
    await room.bet(id, name, { horse: (winner % 6) + 1, stake: 999_999_999n });
  await room.runToEnd(id);
  return id;
}
const request = { ...admin, reason: "Wrong" };
const payoutOf = async (raceId: string, name = "alice") => {
  const [row] = await room.db
    .select()
    .from(payments)
    .where(eq(payments.id, `payout-bet-${raceId}-${name}`));
  if (!row) throw new Error("there is no payout");
  return row;
};
const paid = (payout: typeof payments.$inferSelect) =>
  room.db.transaction(async (tx) => {
    const { id: paymentId, source, lamports: amount, wallet } = payout;
    const landed = { source: { kind: source, address: "h" }, networkFee: lamports(5_000n) };
    await post(tx, paymentCompleted({ paymentId, ...landed, lamports: amount }));
    await tx
      .update(payments)
      .set({ status: "completed", signature: signatureOf(wallet), processedAt: new Date(room.clock.now()) })
      .where(eq(payments.id, paymentId));
  });
/** Any signature: 64 bytes, twice the length of a wallet's address. */
const signatureOf = (wallet: string | null) => (wallet === null ? null : "1".repeat(64));
const cancelAsDust = (payout: typeof payments.$inferSelect) =>
  room.db.transaction((tx) =>
    cancelPayment(tx, payout, { status: "cancelled", error: "too small", at: new Date(room.clock.now()) }),
  );
/** Without the rule log, whose rows are among them from the start. */
const records = async () => (await log.records()).filter(({ kind }) => kind !== "rule");
const lines = async () => (await log.lines()).filter((line) => !line.includes('"kind":"rule"'));
const kinds = async () => (await records()).map(({ kind }) => kind);

it("EXPORT-1 EXPORT-2 a race is recorded when its result memo is final, after the end of its seed chain", async () => {
  const id = await settled();
  await log.record();
  expect(await kinds()).toEqual(["seed-chain"]);
  await room.confirmAnchors();
  await log.record();
  const [chain, race, ...more] = await records();
  expect(more).toEqual([]);
  expect(chain).toMatchObject({ seq: 1, kind: "seed-chain", network: "localnet", length: 50 });
  if (race?.kind !== "race" || chain?.kind !== "seed-chain") throw new Error("no race");
  expect(race.race).toMatchObject({
    id,
    number: 1,
    status: "completed",
    ledger: "real",
    entries: { commit: 1 },
  });
  expect(race.race.seed_chain).toMatchObject({ tip: chain.tip, anchor: chain.anchor, index: 1 });
});

it("EXPORT-2 its record says what its verification says, but for paths, payouts and what ties it to the log", async () => {
  const id = await settled();
  await room.confirmAnchors();
  await log.record();
  const proof = await verifyRace(room.db, id);
  if (!proof.ok) throw new Error(proof.code);
  const wire = z.encode(verifiedRace, proof.value);
  const line = JSON.parse((await lines())[1] ?? "") as { race: Record<string, unknown> };
  const { lockedBets, settlement, logged: _logged, ...rest } = wire;
  expect(line.race).toMatchObject(rest);
  const { payouts: _payouts, ...books } = settlement ?? { payouts: [] };
  expect(line.race["settlement"]).toMatchObject(books);
  expect(line.race["settlement"]).not.toHaveProperty("payouts");
  expect(line.race).not.toHaveProperty("logged");
  expect(line.race["lockedBets"]).toEqual({
    pool: lockedBets?.pool,
    bets: lockedBets?.bets.map(({ path: _path, ...bet }) => bet),
  });
  const row = await room.race(id);
  expect(line.race).toMatchObject({
    race_type: row.raceType,
    is_special: false,
    base_nonce: row.nonce,
    refund_reason: null,
    motion_seed: row.motionSeed,
    times: {
      created: row.createdAt.toISOString(),
      locked: row.lockedAt?.toISOString(),
      settled: row.settledAt?.toISOString(),
      refunded: null,
    },
  });
  expect((line.race["horses"] as unknown[]).length).toBe(6);
});

it("EXPORT-2 races stand in the order of their numbers: one that waits holds up the next", async () => {
  const first = await settled();
  const second = await settled();
  await room.confirmAnchors();
  await room.db
    .update(payments)
    .set({ status: "unknown" })
    .where(eq(payments.id, `result-${first}`));
  await log.record();
  expect(await kinds()).toEqual(["seed-chain"]);
  expect(await exportGauge(room.db).read()).toBe(2);
  await room.db
    .update(payments)
    .set({ status: "cancelled" })
    .where(eq(payments.id, `result-${first}`));
  await log.record();
  expect(await exportGauge(room.db).read()).toBe(0);
  const races = (await records()).flatMap((record) => (record.kind === "race" ? [record.race] : []));
  expect(races.map(({ id, anchors }) => [id, anchors.result])).toEqual([
    [first, null],
    [second, expect.any(String)],
  ]);
});

it("EXPORT-2 a race that was refunded without a winner is recorded with its stakes given back", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: 50_000_000n });
  await refundRace(room.ports(), { raceId: id, ...admin, reason: "A secret of ours" });
  await room.confirmAnchors();
  await log.record();
  const line = (await lines()).at(-1) ?? "";
  expect(JSON.parse(line)).toMatchObject({
    kind: "race",
    race: {
      id,
      status: "refunded",
      winning_horse: null,
      refund_reason: "by_admin",
      settlement: { kind: "refunded", bets: [{ stake: "50000000", payout: "50000000", result: "refunded" }] },
    },
  });
  expect(line).not.toContain("secret");
});

it.each([
  ["paid", paid, "1".repeat(64)],
  ["kept", cancelAsDust, null],
] as const)("EXPORT-3 a payout that was %s has a record, after its race", async (outcome, end, signature) => {
  const id = await settled();
  const payout = await payoutOf(id);
  await end(payout);
  await log.record();
  expect(await kinds()).toEqual(["seed-chain"]);
  await room.confirmAnchors();
  await log.record();
  await log.record();
  expect(await kinds()).toEqual(["seed-chain", "race", "payout"]);
  expect((await records()).at(-1)).toMatchObject({
    race: id,
    bet: `bet-${id}-alice`,
    payment: payout.id,
    lamports: payout.lamports,
    wallet: walletOf("alice"),
    signature,
    outcome,
  });
});

it("EXPORT-3 MONEY-9 a race refunded after its record leaves that as it was, with a record of the lost stakes, and its payouts go on", async () => {
  const id = await settled();
  await room.confirmAnchors();
  await log.record();
  const before = await lines();
  expect(await refundRace(room.ports(), { raceId: id, ...request })).toMatchObject({ ok: true });
  await paid(await payoutOf(id));
  await log.record();
  await log.record();
  const after = await lines();
  expect(after.slice(0, 2)).toEqual(before);
  expect((await records()).slice(2)).toMatchObject([
    { kind: "payout", outcome: "paid", bet: `bet-${id}-alice` },
    {
      kind: "reversal",
      race: id,
      scope: "race",
      bets: [{ id: `bet-${id}-bob`, lamports: 999_999_999n }],
      rule: 3,
    },
  ]);
});

it("EXPORT-2 EXPORT-3 refunded before its record, it is recorded as it was settled all the same", async () => {
  const id = await settled("carol");
  const proof = await verifyRace(room.db, id);
  expect(await refundBet(room.ports(), { betId: `bet-${id}-bob`, ...request })).toMatchObject({ ok: true });
  expect(await refundRace(room.ports(), { raceId: id, ...request })).toMatchObject({ ok: true });
  await log.record();
  expect(await kinds()).toEqual(["seed-chain"]);
  await room.confirmAnchors();
  await log.record();
  const [, race, ...rest] = await records();
  if (race?.kind !== "race" || !proof.ok) throw new Error("no race");
  const { status, times, refund_reason, settlement } = race.race;
  expect({ status, refund_reason, refunded: times.refunded }).toEqual({
    status: "completed",
    refund_reason: null,
    refunded: null,
  });
  expect(settlement.bets).toEqual(proof.value.settlement?.bets);
  expect(rest).toMatchObject([
    { kind: "reversal", scope: "bet", bets: [{ id: `bet-${id}-bob`, lamports: 999_999_999n }] },
    { kind: "reversal", scope: "race", bets: [{ id: `bet-${id}-carol`, lamports: 999_999_999n }] },
  ]);
});

it("EXPORT-4 of who hides figures no record holds wallet, salt, signature or name, in what is recorded from then on", async () => {
  await room.player("alice");
  await room.player("bob");
  const id = await settled();
  const salts = new Map(
    (await verified(id)).settlement?.bets.map(({ id: betId, salt, signature }) => [
      betId,
      { salt, signature },
    ]),
  );
  await room.db
    .update(users)
    .set({ isStreamer: true })
    .where(eq(users.wallet, walletOf("alice")));
  await paid(await payoutOf(id));
  await room.confirmAnchors();
  await log.record();
  await log.record();
  const text = (await lines()).join("\n");
  expect((await records()).at(-1)).toMatchObject({ kind: "payout", wallet: null, signature: null });
  const alice = salts.get(`bet-${id}-alice`);
  const bob = salts.get(`bet-${id}-bob`);
  for (const secret of [walletOf("alice"), alice?.salt, alice?.signature, "1".repeat(64), "username"])
    expect(text).not.toContain(String(secret));
  for (const secret of [walletOf("bob"), bob?.salt, bob?.signature]) expect(text).toContain(String(secret));
  expect(text).not.toMatch(/"alice"|"bob"/);
});

async function verified(raceId: string) {
  const proof = await verifyRace(room.db, raceId);
  if (!proof.ok) throw new Error(proof.code);
  return proof.value;
}

it("EXPORT-7 killed at any point with a race, a payout and a reversal to record, each is recorded once", async () => {
  const id = await settled();
  await paid(await payoutOf(id));
  expect(await refundBet(room.ports(), { betId: `bet-${id}-bob`, ...request })).toMatchObject({ ok: true });
  await room.confirmAnchors();
  // Three of the records are entries of the log.
  const seen: number[] = [];
  for (let breakAt = 1; seen.at(-1) !== 7 || breakAt < 20; breakAt += 1) {
    const line = faultLine(breakAt);
    await log.record(faulty(room.db, line)).catch((error: unknown) => {
      if (!line.isBroken) throw error;
    });
    seen.push((await log.lines()).length);
  }
  expect(await kinds()).toEqual(["seed-chain", "race", "payout", "reversal"]);
  await log.record();
  expect(await log.lines()).toHaveLength(7);
  expect((await log.records()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
