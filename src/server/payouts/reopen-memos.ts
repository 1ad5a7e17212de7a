import { and, sql } from "drizzle-orm";
import { networkSince } from "../books/network-since.ts";
import type { Tx } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";

/**
 * Takes up again the memos that failed on the chain so often that they wait for an admin, each under its own id and after its own
 * attempts, so that one of them counts at most (rules PAYOUTS-5 and INV-7). When it failed stays, for attempts are counted from
 * then on.
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

// In words, and with what the index of failed payments asks for. Of what failed on a chain that was left nothing can be told here.
const isFailedMemo = sql`${payments.status} = 'failed' and ${payments.kind} = 'anchor' and ${payments.processedAt} > ${networkSince}`;
