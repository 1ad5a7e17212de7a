import { inArray } from "drizzle-orm";
import { type Lamports, sum } from "../../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { type Audited, writeAudit } from "../../foundation/audit/write-audit.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Clock } from "../../foundation/ports.ts";
import { asHouseTransactions, type HouseTransaction } from "./list-transactions.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

/** Queues what can be swept and returns the ids of the payments; a wallet whose sweep is under way is left out. */
export type SweepHouse = (order: {
  readonly minAmount: Lamports;
  readonly reason: string;
  /** Runs in the transaction that queues each payment. */
  readonly record: (
    tx: Tx,
    payment: { readonly id: string; readonly from: string; readonly to: string; readonly lamports: Lamports },
  ) => Promise<void>;
}) => Promise<Result<readonly string[], "CHAIN_UNAVAILABLE">>;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, "openFor">;
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
  readonly queueSweeps: SweepHouse;
}

interface Request {
  readonly masterPassword: string;
  readonly minAmount: Lamports;
  /** The admin's wallet. */
  readonly by: string;
}

export interface Swept {
  readonly swept: number;
  readonly totalAmount: Lamports;
  readonly transactions: HouseTransaction[];
}

/**
 * Moves the house's money between its own wallets for an admin (rules MONEY-27 and HOUSE-3). Each payment is queued
 * together with its audit row (rule LIMITS-8); a sweep that found nothing to move leaves one row that says so.
 */
export async function sweepHouse(
  ports: Ports,
  { masterPassword, minAmount, by }: Request,
): Promise<Result<Swept, UnlockRefusal | "CHAIN_UNAVAILABLE" | "PAYMENTS_HALTED">> {
  const opened = await ports.vault.openFor(masterPassword, by);
  if (!opened.ok) return opened;
  const keys = opened.value;
  try {
    if ((await readHaltReason(ports.db)) !== null) return refuse("PAYMENTS_HALTED");
    const audit = (tx: Tx, about: Pick<Audited, "subject" | "detail">) =>
      writeAudit(tx, { at: new Date(ports.clock.now()), actor: by, action: "house.sweep", ...about });
    const queued = await ports.queueSweeps({
      minAmount,
      reason: `Swept by ${by}`,
      record: (tx, { id, from, to, lamports }) =>
        audit(tx, {
          subject: id,
          detail: { from, to, amount: lamports.toString(), minAmount: minAmount.toString() },
        }),
    });
    if (!queued.ok) return queued;
    const ids = [...queued.value];
    if (ids.length === 0) {
      await inTransaction(ports.db, (tx) => audit(tx, { detail: { minAmount: minAmount.toString() } }));
    }
    await ports.advancePayments(ids, keys);
    const rows = await ports.db.select().from(payments).where(inArray(payments.id, ids));
    const transactions = [...(await asHouseTransactions(ports.db, rows))];
    return ok({
      swept: ids.length,
      totalAmount: sum(transactions.map(({ amount }) => amount)),
      transactions,
    });
  } finally {
    keys.close();
  }
}
