import { sql } from "drizzle-orm";
import { postingReference } from "../../domain/posting-reference.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { userAccount } from "../../domain/ledger.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { type Db, rowsOf, type Tx } from "../db/database.ts";
import { lockBalance } from "../books/ledger.ts";
import { queuePayment } from "../books/payments.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import { readHaltReason } from "../books/payment-halt.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export interface Withdrawal {
  readonly id: string;
  readonly amount: Lamports;
  readonly wallet: string;
  readonly createdAt: Date;
}

export type WithdrawRefusal =
  | "WITHDRAWAL_TOO_SMALL"
  | "MAINTENANCE"
  | "PAYMENTS_HALTED"
  | "INSUFFICIENT_BALANCE";

/**
 * Queues a withdrawal of server balance to the player's own wallet (rules MONEY-8, MONEY-21). The balance is debited at
 * once, under its lock, so parallel requests never take out more than there is. Maintenance refuses it
 * (rule BET-11).
 */
export async function withdraw(
  { db, clock, entropy }: Ports,
  { wallet, amount, isAdmin }: { wallet: string; amount: Lamports; isAdmin: boolean },
): Promise<Result<Withdrawal, WithdrawRefusal>> {
  const { maintenance, minWithdrawal } = await readSettings(db);
  if (amount < minWithdrawal) return refuse("WITHDRAWAL_TOO_SMALL", { field: "amount" });
  if (maintenance && !isAdmin) return refuse("MAINTENANCE");
  if ((await readHaltReason(db)) !== null) return refuse("PAYMENTS_HALTED");
  const id = `withdrawal-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const createdAt = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    const balance = await lockBalance(tx, userAccount(wallet));
    if (balance - (await notFinal(tx, wallet)) < amount) return refuse("INSUFFICIENT_BALANCE");
    await queuePayment(tx, {
      id,
      kind: "withdrawal",
      source: "hot",
      destination: wallet,
      lamports: amount,
      wallet,
      createdAt,
    });
    return ok({ id, amount, wallet, createdAt });
  });
}

/** Money on the balance whose deposit a fork could still drop: it is shown, but does not leave yet. */
async function notFinal(tx: Tx, wallet: string): Promise<bigint> {
  const [row] = await rowsOf<{ total: bigint }>(
    tx,
    sql`select coalesce(sum(lamports), 0)::bigint as total from (
          select ledger_entries.lamports
            from deposits
              join ledger_postings on ledger_postings.reference = ${postingReference.credit("")}::text || deposits.signature
              join ledger_entries on ledger_entries.posting_id = ledger_postings.id
           where deposits.finalized_at is null and deposits.outcome = 'credit'
             and ledger_entries.account = ${userAccount(wallet)}
          union all
          select bets.stake
            from deposits join bets on bets.id = deposits.bet_id
           where deposits.finalized_at is null and deposits.outcome = 'bet'
             and bets.result = 'refunded' and bets.wallet = ${wallet}
        ) as not_final`,
  );
  return row?.total ?? 0n;
}
