import { and, sql } from "drizzle-orm";
import { networkSince } from "../../foundation/books/network-since.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";

/**
 * Reopens the memos that failed on the chain so often that they wait for an admin. Each keeps its id and its previous
 * attempts, so that at most one attempt counts (rules PAYOUTS-5 and INV-7). The time of the failure is kept, because
 * attempts are counted from then on.
 *
 * @returns their ids; the payment worker signs them in its next round.
 */
export async function reopenFailedMemos(tx: Tx): Promise<readonly string[]> {
  const reopened = await tx
    .update(payments)
    .set({ status: "pending", error: null })
    .where(and(sql`${payments.status} in ('failed', 'cancelled')`, isFailedMemo))
    .returning({ id: payments.id });
  return reopened.map(({ id }) => id);
}

// Written into the SQL, in the form that the index of failed payments requires. A memo that failed on a chain that was
// left cannot be checked here.
const isFailedMemo = sql`${payments.status} = 'failed' and ${payments.kind} = 'anchor' and ${payments.processedAt} > ${networkSince}`;
