import type { Lamports } from "../../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { lockBalance } from "../../foundation/books/ledger.ts";
import type { Db } from "../../foundation/db/database.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import { notifyBalances } from "../../foundation/notifications/notify-balances.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
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
 * once, under its lock, so concurrent requests never take out more than there is. Maintenance refuses it (rule BET-11).
 */
export async function withdraw(
  ports: Ports,
  { wallet, amount, isAdmin }: { wallet: string; amount: Lamports; isAdmin: boolean },
): Promise<Result<Withdrawal, WithdrawRefusal>> {
  const { db, clock, entropy } = ports;
  const id = `withdrawal-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const createdAt = new Date(clock.now());
  const queued = await inTransactionOnce(db, async (tx): Promise<Result<Withdrawal, WithdrawRefusal>> => {
    const { maintenance, minWithdrawal } = await readSettings(tx);
    if (amount < minWithdrawal) return refuse("WITHDRAWAL_TOO_SMALL", { field: "amount" });
    if (maintenance && !isAdmin) return refuse("MAINTENANCE");
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    if ((await lockBalance(tx, `user:${wallet}`)) < amount) return refuse("INSUFFICIENT_BALANCE");
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
  if (queued.ok) notifyBalances(ports, [wallet]);
  return queued;
}
