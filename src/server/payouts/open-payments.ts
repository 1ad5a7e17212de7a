import { and, asc, desc, eq, exists, inArray, isNull, not, notExists, or, sql } from "drizzle-orm";
import { isOpen } from "../books/payments.ts";
import type { Db } from "../db/database.ts";
import { bets } from "../db/schema/bets.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";

export type PaymentRow = typeof payments.$inferSelect;
export type AttemptRow = typeof paymentAttempts.$inferSelect;

export interface OpenPayment {
  readonly payment: PaymentRow;
  /** Oldest first; empty while nothing was ever signed. */
  readonly attempts: readonly AttemptRow[];
}

/** Anchors, for races wait for them; then the oldest, and of those of one race the largest (rule MONEY-34). */
const IN_TURN = [
  sql`${payments.kind} <> 'anchor'`,
  asc(payments.createdAt),
  desc(payments.lamports),
  asc(payments.id),
] as const;

const MOST_IN_FLIGHT = 1_000;
const MOST_UNSENT = 256;

/**
 * Payments that are not at their end: first those that may be on their way, then those to be signed. A payout
 * whose race has bets that are not final yet is left out (rule BET-9).
 */
export async function readOpenPayments(db: Db): Promise<readonly OpenPayment[]> {
  const wasSigned = exists(
    db
      .select({ one: sql`1` })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.paymentId, payments.id)),
  );
  const signed = await db
    .select()
    .from(payments)
    .where(and(isOpen, wasSigned))
    .orderBy(...IN_TURN)
    .limit(MOST_IN_FLIGHT);
  const unsent = await db
    .select()
    .from(payments)
    .where(and(isOpen, not(wasSigned), or(sql`${payments.kind} <> 'payout'`, notExists(openBetsOf(db)))))
    .orderBy(...IN_TURN)
    .limit(MOST_UNSENT);
  return withAttempts(db, [...signed, ...unsent]);
}

/** One of them; null when it has come to its end. */
export async function readOpenPayment(db: Db, paymentId: string): Promise<OpenPayment | null> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), isOpen));
  const [open = null] = await withAttempts(db, rows);
  return open;
}

async function withAttempts(db: Db, rows: readonly PaymentRow[]): Promise<readonly OpenPayment[]> {
  if (rows.length === 0) return [];
  const found = await db
    .select()
    .from(paymentAttempts)
    .where(
      inArray(
        paymentAttempts.paymentId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(paymentAttempts.createdAt), asc(paymentAttempts.lastValidBlockHeight));
  const byPayment = new Map<string, AttemptRow[]>(rows.map(({ id }) => [id, []]));
  for (const attempt of found) byPayment.get(attempt.paymentId)?.push(attempt);
  return rows.map((payment) => ({ payment, attempts: byPayment.get(payment.id) ?? [] }));
}

/** Bets of a payment's race that are not final yet. */
const openBetsOf = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(bets)
    .where(
      and(
        eq(bets.raceId, payments.raceId),
        eq(bets.ledger, "real"),
        eq(bets.status, "confirmed"),
        isNull(bets.finalizedAt),
        sql`${bets.result} is distinct from 'refunded'`,
      ),
    );

/** Which of these payments are payouts that wait for their race's bets to be final (rule BET-9). */
export async function readHeldByBets(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, [...ids]), eq(payments.kind, "payout"), exists(openBetsOf(db))));
  return new Set(rows.map(({ id }) => id));
}
