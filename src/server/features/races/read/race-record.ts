import { eq, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { exportedBet, exportedLockedBet, exportedRace } from "../../../../contract/export/export-records.ts";
import { ZERO } from "../../../../domain/lamports.ts";
import { hasMemoEnded } from "../../../foundation/books/payments.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { races, seedChains } from "../../../foundation/db/schema/races.ts";
import { lockPaymentId } from "../engine/lock-bets.ts";
import type { RaceRow } from "../race-rows.ts";
import { encodeInTurns } from "./encode-in-turns.ts";
import { refundReasonOf } from "./race-view.ts";
import { readProof } from "./verify-race.ts";

/** A race as it appears in its record. */
export type RaceRecord = z.input<typeof exportedRace>;

/**
 * The race with this number as in the public export (rules EXPORT-2 and EXPORT-4); null until it is settled and each of
 * its memos has ended. It is described as it was settled: later refunds have records of their own. So nothing about it
 * changes while it is read in batches of rows.
 */
export async function readRaceRecord(db: Db, number: number): Promise<RaceRecord | null> {
  const [row] = await db.select().from(races).where(eq(races.number, number));
  if (row === undefined) return null;
  const { serverSeed, settledAt } = row;
  if (serverSeed === null || settledAt === null) return null;
  const memos = await readEndedMemos(db, row);
  if (memos === null) return null;
  const race = row.isRefundedLate ? asSettled(row) : row;
  const { settlement, lockedBets, seed_chain, ...proof } = await readProof(db, { ...race, serverSeed });
  if (settlement === null) throw new Error(`${row.id} is settled and has no books`);
  const frame = z.encode(exportedRace, {
    ...proof,
    number,
    race_type: row.raceType,
    is_special: row.isSpecial,
    ledger: row.ledger,
    base_nonce: row.nonce,
    times: { ...timesOf(race), settled: settledAt },
    refund_reason: refundReasonOf(race),
    motion_seed: row.motionSeed,
    seed_chain: { ...seed_chain, anchor: memos.seedChain },
    anchors: { ...proof.anchors, ...memos.race },
    lockedBets: lockedBets && { ...lockedBets, bets: [] },
    settlement: { ...settlement, refundedAt: null, bets: [] },
  });
  const bets = settlement.bets.map((bet) => ({ ...bet, refunded: ZERO }));
  return {
    ...frame,
    lockedBets: frame.lockedBets && {
      ...frame.lockedBets,
      bets: await encodeInTurns(exportedLockedBet, lockedBets?.bets ?? []),
    },
    settlement: { ...frame.settlement, bets: await encodeInTurns(exportedBet, bets) },
  };
}

/** The row before the whole race was refunded (rule MONEY-9). */
const asSettled = (row: RaceRow): RaceRow => ({
  ...row,
  status: "completed",
  refundedAt: null,
  refundReason: null,
});

const timesOf = (row: RaceRow) => ({
  created: row.createdAt,
  opened: row.bettingOpensAt,
  closes: row.closesAt,
  locked: row.lockedAt,
  starts: row.startsAt,
  revealed: row.revealedAt,
  completed: row.completedAt,
  refunded: row.refundedAt,
});

/** The signatures of the memos that are final; null while one may still land. */
async function readEndedMemos(db: Db, row: RaceRow) {
  const [chain] = await db
    .select({ anchorPaymentId: seedChains.anchorPaymentId })
    .from(seedChains)
    .where(eq(seedChains.id, row.seedChainId));
  const ids = {
    lock: lockPaymentId(row.id),
    result: row.resultPaymentId,
    seedChain: chain?.anchorPaymentId ?? null,
  };
  const found = await db
    .select({ id: payments.id, status: payments.status, signature: payments.signature })
    .from(payments)
    .where(
      inArray(
        payments.id,
        Object.values(ids).filter((id) => id !== null),
      ),
    );
  if (!found.every(hasMemoEnded)) return null;
  const final = new Map(
    found.filter(({ status }) => status === "completed").map(({ id, signature }) => [id, signature]),
  );
  const signatureOf = (id: string | null) => (id === null ? null : (final.get(id) ?? null));
  return {
    race: { lock: signatureOf(ids.lock), result: signatureOf(ids.result) },
    seedChain: signatureOf(ids.seedChain),
  };
}
