import {
  and,
  type AnyColumn,
  asc,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { isOpen } from "../books/payments.ts";
import type { Db } from "../db/database.ts";
import { inChunks } from "../db/in-chunks.ts";
import { isOneOf } from "../db/is-one-of.ts";
import { bets } from "../db/schema/bets.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";

export type PaymentRow = typeof payments.$inferSelect;
export type AttemptRow = typeof paymentAttempts.$inferSelect;

export interface OpenPayment {
  readonly payment: PaymentRow;
  /** Oldest first; empty while nothing was ever signed. */
  readonly attempts: readonly AttemptRow[];
}

/** Anchors first, because races wait for them; then the oldest, and within a race the largest (rule MONEY-34). */
const IN_TURN = [
  sql`${payments.kind} <> 'anchor'`,
  asc(payments.createdAt),
  desc(payments.lamports),
  asc(payments.id),
] as const;

const MAX_IN_FLIGHT = 1_000;
const MAX_UNSENT = 500;

/**
 * Payments that have not ended: first those that may be on their way, then those to be signed. A payout whose race has
 * bets that are not final yet is left out (rule BET-9).
 *
 * @param confirmedBy leaves out payments that were seen confirmed after this time; null for none.
 */
export async function readOpenPayments(
  db: Db,
  confirmedBy: Date | null = null,
): Promise<readonly OpenPayment[]> {
  const isLookedAt =
    confirmedBy === null
      ? undefined
      : or(isNull(payments.confirmedAt), lte(payments.confirmedAt, confirmedBy));
  // The newest attempt's signature is stored with the payment.
  const signed = await db
    .select()
    .from(payments)
    .where(and(isOpen, isNotNull(payments.signature), isLookedAt))
    .orderBy(...IN_TURN)
    .limit(MAX_IN_FLIGHT);
  // No more are signed than can be followed afterwards, except anchors, which races wait for.
  const room = Math.min(MAX_IN_FLIGHT - signed.length, MAX_UNSENT);
  const unsent = await db
    .select()
    .from(payments)
    .where(
      and(
        isOpen,
        isNull(payments.signature),
        or(
          sql`${payments.kind} <> 'payout'`,
          isNull(payments.raceId),
          notInArray(payments.raceId, racesWithOpenBets(db)),
        ),
        room > 0 ? undefined : sql`${payments.kind} = 'anchor'`,
      ),
    )
    .orderBy(...IN_TURN)
    .limit(room > 0 ? room : MAX_UNSENT);
  return [...(await withAttempts(db, signed)), ...unsent.map((payment) => ({ payment, attempts: [] }))];
}

/** One open payment; null when it has ended. */
export async function readOpenPayment(db: Db, paymentId: string): Promise<OpenPayment | null> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), isOpen));
  const [open = null] = await withAttempts(db, rows);
  return open;
}

async function withAttempts(db: Db, rows: readonly PaymentRow[]): Promise<readonly OpenPayment[]> {
  const byPayment = new Map<string, AttemptRow[]>(rows.map(({ id }) => [id, []]));
  await inChunks(rows, async (chunk) => {
    const found = await db
      .select()
      .from(paymentAttempts)
      .where(
        isOneOf(
          paymentAttempts.paymentId,
          chunk.map(({ id }) => id),
        ),
      )
      .orderBy(asc(paymentAttempts.createdAt), asc(paymentAttempts.lastValidBlockHeight));
    for (const attempt of found) byPayment.get(attempt.paymentId)?.push(attempt);
  });
  return rows.map((payment) => ({ payment, attempts: byPayment.get(payment.id) ?? [] }));
}

/** Races whose unsigned payouts wait for bets: checked once per race, not once per winner. */
function racesWithOpenBets(db: Db) {
  const waiting = db
    .selectDistinct({ raceId: payments.raceId })
    .from(payments)
    .where(
      and(isOpen, isNull(payments.signature), sql`${payments.kind} = 'payout'`, isNotNull(payments.raceId)),
    )
    .as("waiting");
  return db
    .select({ raceId: waiting.raceId })
    .from(waiting)
    .where(exists(openBetsOf(db, waiting.raceId)));
}

/** Bets of a payment's race that are not final yet. */
const openBetsOf = (db: Db, raceId: AnyColumn = payments.raceId) =>
  db
    .select({ one: sql`1` })
    .from(bets)
    .where(
      and(
        eq(bets.raceId, raceId),
        eq(bets.ledger, "real"),
        eq(bets.status, "confirmed"),
        isNull(bets.finalizedAt),
        sql`${bets.result} is distinct from 'refunded'`,
      ),
    );

/** Which of these payments are payouts waiting for their race's bets to be final (rule BET-9). */
export async function readHeldByBets(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, [...ids]), eq(payments.kind, "payout"), exists(openBetsOf(db))));
  return new Set(rows.map(({ id }) => id));
}
