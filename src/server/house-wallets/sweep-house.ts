import { inArray } from "drizzle-orm";
import { type Lamports, sum } from "../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import type { Db } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";
import { inTransaction } from "../db/transaction.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Clock } from "../ports.ts";
import { asHouseTransactions, type HouseTransaction } from "./read-overview.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

/** Queues what can be swept and returns the ids of the payments; none while another sweep is under way. */
export type SweepHouse = (order: {
  readonly minAmount: Lamports;
  readonly reason: string;
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

/** Moves the house's money between its own wallets for an admin (rules MONEY-27 and HOUSE-3). */
export async function sweepHouse(
  ports: Ports,
  { masterPassword, minAmount, by }: Request,
): Promise<Result<Swept, UnlockRefusal | "CHAIN_UNAVAILABLE" | "PAYMENTS_HALTED">> {
  const opened = await ports.vault.openFor(masterPassword);
  if (!opened.ok) return opened;
  const keys = opened.value;
  try {
    if ((await readHaltReason(ports.db)) !== null) return refuse("PAYMENTS_HALTED");
    const queued = await ports.queueSweeps({ minAmount, reason: `Swept by ${by}` });
    if (!queued.ok) return queued;
    const ids = [...queued.value];
    await inTransaction(ports.db, (tx) =>
      writeAudit(tx, {
        at: new Date(ports.clock.now()),
        actor: by,
        action: "house.sweep",
        detail: { payments: ids, minAmount: minAmount.toString() },
      }),
    );
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
