import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { finalNonce } from "../../../../domain/fairness.ts";
import { ZERO, lamports } from "../../../../domain/lamports.ts";
import { type Result, ok, refuse } from "../../../../domain/result.ts";
import { type SettledBet, settle } from "../../../../domain/settlement.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { readInPages } from "../../../foundation/db/in-chunks.ts";
import { type RaceRow, findRace, horsesOf, settingsOf } from "../race-rows.ts";
import { readCommit } from "../../../foundation/public-log/read-commit.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { seedChains } from "../../../foundation/db/schema/races.ts";
import { findLock, readLockedBets } from "./locked-bets.ts";
import { readCommitAnchor, readLoggedCommit } from "./commit-anchor.ts";
import { signatureOf } from "./race-facts.ts";
import { beaconView } from "./race-view.ts";

type Verified = Reply<Api["verifyRace"]>["race"];
type ToldBooks = NonNullable<Verified["settlement"]>;
type SettledBetView = ToldBooks["bets"][number] & { readonly placed_at: Date };
type Books = Omit<ToldBooks, "bets"> & { readonly bets: SettledBetView[] };

/** What is published about a race that is over, and when each bet was placed. */
export type RaceProof = Omit<Verified, "settlement" | "logged"> & { readonly settlement: Books | null };
type Replay = Reply<Api["getReplay"]>;

export type VerifyRefusal = "RACE_NOT_FOUND" | "SEED_NOT_REVEALED";

/** Everything needed to check a race that is over (rules FAIR-8, FAIR-9, FAIR-12, FAIR-16, INV-4, INV-10). */
export async function verifyRace(q: Queryable, raceId: string): Promise<Result<Verified, VerifyRefusal>> {
  const row = await findRace(q, raceId);
  if (row === null) return refuse("RACE_NOT_FOUND");
  const { serverSeed } = row;
  if (serverSeed === null) return refuse("SEED_NOT_REVEALED");
  const proof = await readProof(q, { ...row, serverSeed });
  return ok({ ...proof, logged: await readLoggedCommit(q, row, proof.anchors.commit) });
}

/**
 * The same for a race whose seed is revealed. Reads and works in slices, so that a race with many bets does not block
 * the process.
 */
export async function readProof(
  q: Queryable,
  row: RaceRow & { readonly serverSeed: string },
): Promise<RaceProof> {
  const horses = await horsesOf(q, row.id);
  const lock = await findLock(q, row.id);
  return {
    id: row.id,
    status: row.status,
    server_seed: row.serverSeed,
    server_seed_hash: row.serverSeedHash,
    nonce: finalNonce(row.nonce, row.beaconBlockhash),
    winning_horse: row.winningNumber,
    winning_horse_id: horses.find(({ number }) => number === row.winningNumber)?.horseId ?? null,
    places: row.places && [...row.places],
    entropy: row.outcomeEntropy,
    beacon: beaconView(row),
    horses: horses.map(({ horseId: id, number, name }) => ({ number, id, name })),
    settings: storedSettings(row),
    seed_chain: await chainOf(q, row),
    entries: { commit: row.commitIndex },
    lock_wallet: (await readCommit(q, row)).lock_wallet,
    anchors: {
      commit: await readCommitAnchor(q, row),
      lock: lock && (await signatureOf(q, lock.paymentId)),
      result: await signatureOf(q, row.resultPaymentId),
    },
    betsRoot: lock?.root ?? null,
    lockedBets: lock && (await readLockedBets(q, lock)),
    settlement: row.settledAt === null ? null : await readBooks(q, row, row.settledAt),
  };
}

/** The settings as they were frozen when the race was created (rule FAIR-30). */
function storedSettings(row: RaceRow): Verified["settings"] {
  const { houseEdgeBps } = settingsOf(row);
  return { ...Object(row.settings), houseEdgeBps };
}

async function chainOf(q: Queryable, { seedChainId, seedIndex }: RaceRow) {
  const [chain] = await q
    .select({ tip: seedChains.tip, length: seedChains.length, anchor: payments.signature })
    .from(seedChains)
    .leftJoin(payments, eq(payments.id, seedChains.anchorPaymentId))
    .where(eq(seedChains.id, seedChainId));
  if (!chain) throw new Error(`Seed chain ${seedChainId} is not in the database`);
  return { ...chain, index: seedIndex };
}

/**
 * The books of a settled race: what was staked, and where each lamport went. For a streamer who hides figures they
 * contain only the sums: no wallet, no signature and no salt, since those would identify the streamer (rules BET-13 and
 * FAIR-17).
 */
async function readBooks(q: Queryable, row: RaceRow, settledAt: Date): Promise<Books> {
  const settled = await readSettledBets(q, row.id, settledAt);
  const sent = await readPayouts(q, row.id);
  const pool = row.pool ?? ZERO;
  const fee = row.fee ?? ZERO;
  const isPaid = row.status === "completed" || row.isRefundedLate;
  const paid = isPaid ? settledAs(row, settled) : null;
  return {
    kind: isPaid ? "paid" : "refunded",
    pool,
    jackpot: row.jackpot,
    fee,
    net: isPaid ? lamports(pool - fee + row.jackpot) : ZERO,
    remainder: row.remainder ?? ZERO,
    refundedAt: row.isRefundedLate ? row.refundedAt : null,
    bets: settled.map(({ hidesFigures, ...bet }) => ({
      id: bet.id,
      user_wallet: hidesFigures ? null : bet.wallet,
      horse_number: bet.horseNumber,
      horse_id: bet.horseId,
      stake: bet.stake,
      salt: hidesFigures ? null : bet.salt,
      payout: paid?.get(bet.id)?.payout ?? bet.payout ?? ZERO,
      fee: bet.fee ?? ZERO,
      result: paid?.get(bet.id)?.result ?? bet.result ?? "loss",
      refunded: isPaid && bet.result === "refunded" ? bet.stake : ZERO,
      signature: hidesFigures ? null : bet.signature,
      placed_at: bet.confirmedAt ?? bet.preparedAt,
    })),
    payouts: sent.map(({ hidesFigures, ...payment }) => ({
      id: payment.id,
      user_wallet: hidesFigures ? null : payment.wallet,
      lamports: payment.lamports,
      status: payoutStatusOf(payment.status),
      signature: hidesFigures ? null : payment.signature,
    })),
  };
}

/** Rows are wide; the embedded database reads this many in some milliseconds. */
const PAGE_ROWS = 200;

type SettledBetRow = Awaited<ReturnType<typeof readSettledBets>>[number];

/** In the order of their confirmation, with whether their player hides figures. */
function readSettledBets(q: Queryable, raceId: string, settledAt: Date) {
  const columns = {
    id: bets.id,
    wallet: bets.wallet,
    horseNumber: bets.horseNumber,
    horseId: bets.horseId,
    stake: bets.stake,
    salt: bets.salt,
    payout: bets.payout,
    fee: bets.fee,
    result: bets.result,
    signature: bets.signature,
    preparedAt: bets.preparedAt,
    confirmedAt: bets.confirmedAt,
    // To the microsecond, which a Date cannot hold.
    confirmed: sql<string>`${bets.confirmedAt}::text`,
    hidesFigures: users.hidesFigures,
  };
  const readPage = (last: { readonly confirmed: string; readonly id: string } | null, rows: number) =>
    q
      .select(columns)
      .from(bets)
      .leftJoin(users, eq(users.wallet, bets.wallet))
      .where(
        and(
          eq(bets.raceId, raceId),
          // Written into the SQL: as a parameter, it would keep the planner from using the index of this order.
          sql`${bets.status} = 'confirmed'`,
          eq(bets.settledAt, settledAt),
          last === null
            ? undefined
            : sql`(${bets.confirmedAt}, ${bets.id}) > (${last.confirmed}::timestamptz, ${last.id})`,
        ),
      )
      .orderBy(asc(bets.confirmedAt), asc(bets.id))
      .limit(rows);
  return readInPages<Awaited<ReturnType<typeof readPage>>[number]>(readPage, PAGE_ROWS);
}

function readPayouts(q: Queryable, raceId: string) {
  const columns = {
    id: payments.id,
    wallet: payments.wallet,
    lamports: payments.lamports,
    status: payments.status,
    signature: payments.signature,
    hidesFigures: users.hidesFigures,
  };
  const readPage = (last: { readonly id: string } | null, rows: number) =>
    q
      .select(columns)
      .from(payments)
      .leftJoin(users, eq(users.wallet, payments.wallet))
      .where(
        and(
          eq(payments.raceId, raceId),
          eq(payments.kind, "payout"),
          last === null ? undefined : gt(payments.id, last.id),
        ),
      )
      .orderBy(asc(payments.id))
      .limit(rows);
  return readInPages<Awaited<ReturnType<typeof readPage>>[number]>(readPage, PAGE_ROWS);
}

/**
 * How the bets of a race were settled, by their ids: the row of a bet that has since been refunded no longer shows it.
 * Empty if no bet was refunded.
 */
function settledAs(
  row: RaceRow,
  rows: readonly SettledBetRow[],
): ReadonlyMap<string, Pick<SettledBet, "payout" | "result">> {
  const { winningNumber: winner } = row;
  if (winner === null || rows.every(({ result }) => result !== "refunded")) return new Map();
  const stakes = rows.map(({ id: betId, wallet, horseNumber, stake }) => ({
    betId,
    wallet,
    horseNumber,
    stake,
  }));
  const settlement = settle({ ...settingsOf(row), stakes, winner });
  return new Map(settlement.bets.map((bet) => [bet.betId, bet]));
}

/** The payment status shown to players; `cancelled` was credited to the balance and will not be sent as a transfer. */
function payoutStatusOf(status: (typeof payments.$inferSelect)["status"]) {
  switch (status) {
    case "pending":
    case "sent":
    case "unknown":
      return "pending";
    case "completed":
      return "completed";
    case "failed":
    case "cancelled":
      return "failed";
  }
}

/** What is needed to show a race again that has been run (rule RACE-9). */
export async function readReplay(
  q: Queryable,
  raceId: string,
): Promise<Result<Replay, "RACE_NOT_FOUND" | "RACE_NOT_STARTED" | "SEED_NOT_REVEALED">> {
  const row = await findRace(q, raceId);
  if (row === null) return refuse("RACE_NOT_FOUND");
  const { startsAt, motionSeed, places } = row;
  if (startsAt === null || motionSeed === null) return refuse("RACE_NOT_STARTED");
  if (places === null || row.completedAt === null) return refuse("SEED_NOT_REVEALED");
  const horses = await horsesOf(q, raceId);
  return ok({
    raceId,
    race_type: row.raceType,
    startsAt,
    durationMs: settingsOf(row).durationMs,
    motionSeed,
    places: [...places],
    horses: horses.map(({ horseId, number, name, color }) => ({ id: horseId, number, name, color })),
  });
}
