import { and, eq, sql } from "drizzle-orm";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { isOpen, queuePayment } from "../../foundation/books/payments.ts";
import { type Db, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export interface RefillOrder {
  readonly amount: Lamports;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason: string;
}

/**
 * Moves money from a treasury wallet to the oldest active hot wallet, through the payment worker, as a sweep in the
 * other direction (rule HOUSE-6). It stays inside the house, so no other admin is needed. While anything is leaving the
 * treasury another refill is refused, so that a double click moves the money once. Returns the payment's id.
 */
export const refillHotWallet = (
  { db, clock, entropy }: Ports,
  { amount, by, reason }: RefillOrder,
): Promise<Result<string, "PAYMENTS_HALTED" | "TRANSFER_UNDER_WAY" | "TREASURY_TOO_LOW">> =>
  inTransactionOnce(db, async (tx) => {
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    const from = await lockFullestTreasury(tx);
    const [leaving] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.source, "treasury"), isOpen))
      .limit(1);
    if (leaving !== undefined) return refuse("TRANSFER_UNDER_WAY");
    if (from === null || amount + SIGNATURE_FEE + RENT_EXEMPT_MINIMUM > from.booked)
      return refuse("TREASURY_TOO_LOW", { field: "amount" });
    const [into] = await tx
      .select({ address: houseWallets.address })
      .from(houseWallets)
      .where(and(eq(houseWallets.kind, "hot"), eq(houseWallets.isActive, true)))
      .orderBy(houseWallets.createdAt, houseWallets.address)
      .limit(1);
    if (into === undefined) throw new Error("the house lacks a hot wallet");
    const at = new Date(clock.now());
    const id = `sweep-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
    await queuePayment(tx, {
      id,
      kind: "sweep",
      source: "treasury",
      sourceAddress: from.address,
      destination: into.address,
      lamports: amount,
      reason,
      createdAt: at,
    });
    const detail = { payment: id, from: from.address, lamports: amount.toString() };
    await writeAudit(tx, { at, actor: by, action: "house.refill", subject: into.address, detail, reason });
    return ok(id);
  });

/**
 * The treasury wallet that holds the most according to its books; null if there is none. All of them are locked, so
 * that refills are checked one after the other. A transfer comes out of one wallet.
 */
async function lockFullestTreasury(
  tx: Tx,
): Promise<{ readonly address: string; readonly booked: bigint } | null> {
  await tx
    .select({ address: houseWallets.address })
    .from(houseWallets)
    .where(eq(houseWallets.kind, "treasury"))
    .orderBy(houseWallets.address)
    .for("update");
  const [fullest] = await rowsOf<{ address: string; booked: bigint }>(
    tx,
    sql`select address, coalesce(-balance, 0)::bigint as booked
          from house_wallets left join ledger_accounts on account = 'chain:treasury:' || address
         where kind = 'treasury'
         order by booked desc, address
         limit 1`,
  );
  return fullest ?? null;
}
