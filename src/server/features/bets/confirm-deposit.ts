import { sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { postingReference } from "../../../domain/posting-reference.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import type { ConfirmPorts } from "./confirm-bet.ts";
import { findPayment, type FindRefusal } from "./find-payment.ts";

/**
 * Counts a payment into the balance now instead of at the watcher's next poll (rule BET-22). The chain shows what it
 * brought and whose it is; repeating the call gives the same answer. Answers what went to the caller's balance.
 */
export async function confirmDeposit(
  ports: ConfirmPorts,
  { wallet, signature }: { readonly wallet: string; readonly signature: string },
): Promise<Result<Lamports, FindRefusal | "PAYMENT_MISMATCH">> {
  const found = await findPayment(ports, {
    signature,
    wallet,
    answerFrom: async ({ reason }) =>
      reason === "FOR_BALANCE" ? readCredited(ports.db, signature, wallet) : null,
  });
  if (!found.ok) return found;
  if ("answer" in found.value) return ok(found.value.answer);
  const payment = found.value.deposit;
  const own = payment?.sources.find((source) => source.wallet === wallet);
  // A bet's payment is counted by its own confirmation.
  if (!payment || !own || payment.betMemo !== null) return refuse("PAYMENT_MISMATCH");
  const { outcome } = await ports.depositProcessor.process(payment);
  return outcome === "credit" ? ok(own.lamports) : refuse("PAYMENT_MISMATCH");
}

/** What a deposit brought a wallet's balance; null for nothing. */
async function readCredited(q: Queryable, signature: string, wallet: string): Promise<Lamports | null> {
  const [row] = await rowsOf<{ credited: bigint | null }>(
    q,
    sql`select sum(entry.lamports)::bigint as credited
          from ledger_entries entry join ledger_postings posting on posting.id = entry.posting_id
         where posting.reference = ${postingReference.credit(signature)} and entry.account = ${userAccount(wallet)}`,
  );
  return row?.credited ? lamports(row.credited) : null;
}
