import { and, not, notExists, or, sql } from "drizzle-orm";
import { lamports } from "../../../domain/lamports.ts";
import { AUDIT_MEMO, EXPORT_MEMO } from "../../../domain/memo.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { rowsOf } from "../db/database.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { countedObstacle, type NetworkPart } from "../network-part.ts";
import { isOpen } from "./payments.ts";

/** Keyed by the first part of an account's name. */
const holdings: Readonly<Record<string, string>> = {
  chain: "the house wallets hold",
  user: "players' balances hold",
  pool: "pools of races hold",
  jackpot: "jackpots hold",
  referral: "unclaimed commission holds",
  bonus: "the bonus fund holds",
  equity: "house equity is",
  outgoing: "payments on their way hold",
};

/**
 * Memos about the data rather than about one chain: the head of the audit log and the hash of a day's file (rules
 * AUDIT-3 and EXPORT-5). Those not signed by then are sent on the chain that is entered.
 */
const isOfAnyChain = sql`(${payments.memo} like ${`${AUDIT_MEMO}%`} or ${payments.memo} like ${`${EXPORT_MEMO}%`})`;

/** Anchors that were never signed: they cannot be on any chain. */
const isUnsignedAnchor = and(
  sql`${payments.kind} = 'anchor' and ${payments.status} = 'pending'`,
  notExists(sql`(select from ${paymentAttempts} where ${paymentAttempts.paymentId} = ${payments.id})`),
);

/** Every real-money account must be empty and every payment must have ended (rule LIMITS-14). */
export const booksOnNetwork: NetworkPart = {
  async findObstacles(tx) {
    const totals = await rowsOf<{ kind: string; total: bigint }>(
      tx,
      sql`select split_part(account, ':', 1) as kind, sum(abs(balance))::bigint as total
            from ledger_accounts where balance <> 0 and account not like 'play:%' group by 1 order by 1`,
    );
    const [open] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(payments)
      .where(and(isOpen, sql`not (${isUnsignedAnchor})`));
    return [
      ...totals.map(({ kind, total }) => `${holdings[kind] ?? kind} ${formatSol(lamports(total))} SOL`),
      ...countedObstacle(open?.count ?? 0, "payment is not final", "payments are not final"),
    ];
  },

  /**
   * What was to be proven on the chain being left is no longer proven there, and what failed there is not retried on
   * another chain: only that chain can report on its attempts (rule PAYOUTS-5).
   */
  async leave(tx, at) {
    await tx
      .update(payments)
      .set({ status: "cancelled", error: "The network was changed.", processedAt: at })
      .where(
        or(
          and(isUnsignedAnchor, not(isOfAnyChain)),
          sql`${payments.kind} = 'anchor' and ${payments.status} = 'failed'`,
        ),
      );
  },
};
