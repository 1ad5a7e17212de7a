import { eq } from "drizzle-orm";
import type { HouseRequest } from "../../../contract/approvals/approvals.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import type { PerformOrAsk } from "../../foundation/house-actions.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { asHouseTransactions } from "./list-transactions.ts";
import { manualTransferAction } from "./transfer-manually.ts";
import type { Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly vault: Pick<Vault, "openFor">;
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
}

interface Order {
  readonly masterPassword: string;
  readonly reason: string;
  /** The admin's wallet. */
  readonly by: string;
}

interface TransferPorts extends Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly performOrAsk: PerformOrAsk;
}

/**
 * Pays a wallet for an admin who knows the master password: signed at once, even while the vault is locked, or waiting
 * for another admin (rules HOUSE-4, IDENTITY-5 and APPROVALS-6). A transfer that is approved later is signed by the
 * worker.
 */
export function transferWithPassword(
  ports: TransferPorts,
  { masterPassword, ...order }: Order & { readonly request: HouseRequest<"manual-transfer"> },
) {
  return withKeys(ports, { masterPassword, by: order.by }, async (keys) => {
    const outcome = await ports.performOrAsk(manualTransferAction(ports), order);
    if (!outcome.ok) return outcome;
    const { done: id, approval } = outcome.value;
    return ok({ transaction: id === null ? null : await payAtOnce(ports, id, keys), approval });
  });
}

/** Queues a refill and returns the payment's id. */
export type RefillHotWallet = (
  order: Omit<Order, "masterPassword"> & { readonly amount: Lamports },
) => Promise<Result<string, "PAYMENTS_HALTED" | "TRANSFER_UNDER_WAY" | "TREASURY_TOO_LOW">>;

/** Refills the hot wallet for an admin who knows the master password: signed at once (rule HOUSE-6). */
export function refillWithPassword(
  ports: Ports & { readonly queueRefill: RefillHotWallet },
  { masterPassword, ...order }: Order & { readonly amount: Lamports },
) {
  return withKeys(ports, { masterPassword, by: order.by }, async (keys) => {
    const queued = await ports.queueRefill(order);
    return queued.ok ? ok({ transaction: await payAtOnce(ports, queued.value, keys) }) : queued;
  });
}

async function withKeys<T, Code extends string>(
  { vault }: Ports,
  { masterPassword, by }: Pick<Order, "masterPassword" | "by">,
  work: (keys: HouseKeys) => Promise<Result<T, Code>>,
) {
  const opened = await vault.openFor(masterPassword, by);
  if (!opened.ok) return opened;
  try {
    return await work(opened.value);
  } finally {
    opened.value.close();
  }
}

async function payAtOnce({ db, advancePayments }: Ports, id: string, keys: HouseKeys) {
  await advancePayments([id], keys);
  const rows = await db.select().from(payments).where(eq(payments.id, id));
  const [transaction] = await asHouseTransactions(db, rows);
  if (transaction === undefined) throw new Error(`${id} is missing after it was queued`);
  return transaction;
}
