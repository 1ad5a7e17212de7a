import { and, eq } from "drizzle-orm";
import type { Lamports } from "../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { lockBalance } from "../books/ledger.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import type { Db } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";
import { inTransaction } from "../db/transaction.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Clock, Entropy } from "../ports.ts";
import { asHouseTransactions, type HouseTransaction } from "./read-overview.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly vault: Pick<Vault, "openFor">;
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
}

interface Transfer {
  readonly masterPassword: string;
  readonly playerWallet: string;
  readonly amount: Lamports;
  readonly reason: string;
  /** The admin's wallet. */
  readonly by: string;
}

type TransferRefusal = UnlockRefusal | "PAYMENTS_HALTED" | "EQUITY_TOO_LOW" | "TRANSFER_UNDER_WAY";

/**
 * Pays a player's wallet from house equity, through the payment worker like any other payment (rules HOUSE-4 and MONEY-11).
 * The same transfer a second time is refused until the first one is final, so that a double click pays once.
 */
export async function transferManually(
  ports: Ports,
  { masterPassword, ...transfer }: Transfer,
): Promise<Result<HouseTransaction, TransferRefusal>> {
  const opened = await ports.vault.openFor(masterPassword);
  if (!opened.ok) return opened;
  const keys = opened.value;
  try {
    const queued = await inTransaction(ports.db, (tx) => queueTransfer(tx, ports, transfer));
    if (!queued.ok) return queued;
    await ports.advancePayments([queued.value], keys);
    const rows = await ports.db.select().from(payments).where(eq(payments.id, queued.value));
    const [transaction] = await asHouseTransactions(ports.db, rows);
    if (transaction === undefined) throw new Error(`transfer ${queued.value} is missing after it was queued`);
    return ok(transaction);
  } finally {
    keys.close();
  }
}

/** Answers with the payment's id. */
async function queueTransfer(
  tx: Parameters<typeof queuePayment>[0],
  { clock, entropy }: Pick<Ports, "clock" | "entropy">,
  { playerWallet, amount, reason, by }: Omit<Transfer, "masterPassword">,
): Promise<Result<string, Exclude<TransferRefusal, UnlockRefusal>>> {
  if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
  // Locks equity, so that transfers are looked at one after the other.
  const equity = await lockBalance(tx, "equity");
  const [same] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.kind, "manual"),
        eq(payments.destination, playerWallet),
        eq(payments.lamports, amount),
        isOpen,
      ),
    );
  if (same !== undefined) return refuse("TRANSFER_UNDER_WAY");
  if (equity < amount) return refuse("EQUITY_TOO_LOW", { field: "amount" });
  const at = new Date(clock.now());
  const id = `manual-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  await queuePayment(tx, {
    id,
    kind: "manual",
    source: "hot",
    destination: playerWallet,
    lamports: amount,
    wallet: playerWallet,
    reason,
    createdAt: at,
  });
  const detail = { payment: id, lamports: amount.toString() };
  await writeAudit(tx, { at, actor: by, action: "house.transfer", subject: playerWallet, detail, reason });
  return ok(id);
}
