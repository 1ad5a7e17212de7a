import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { isOpen } from "../../foundation/books/payments.ts";
import type { Db } from "../../foundation/db/database.ts";
import { inChunks } from "../../foundation/db/in-chunks.ts";
import { isOneOf } from "../../foundation/db/is-one-of.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";

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
 * Payments that have not ended: first those that may be on their way, then those to be signed.
 */
export async function readOpenPayments(db: Db): Promise<readonly OpenPayment[]> {
  // The newest attempt's signature is stored with the payment.
  const signed = await db
    .select()
    .from(payments)
    .where(and(isOpen, isNotNull(payments.signature)))
    .orderBy(...IN_TURN)
    .limit(MAX_IN_FLIGHT);
  // No more are signed than can be followed afterwards, except anchors, which races wait for.
  const room = Math.min(MAX_IN_FLIGHT - signed.length, MAX_UNSENT);
  const unsent = await db
    .select()
    .from(payments)
    .where(and(isOpen, isNull(payments.signature), room > 0 ? undefined : sql`${payments.kind} = 'anchor'`))
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
