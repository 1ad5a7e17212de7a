import { and, eq, sql } from "drizzle-orm";
import { ok, refuse } from "../../domain/result.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../domain/wallet-funds.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import { rowsOf, type Tx } from "../db/database.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { payments } from "../db/schema/payments.ts";
import type { HouseAction } from "../house-actions.ts";
import type { Entropy } from "../ports.ts";

/**
 * Moves money from a treasury wallet to the oldest active hot wallet, through the payment worker, as a sweep in the
 * other direction (rule HOUSE-6). While anything is leaving the treasury another refill is refused, so that a double
 * click moves the money once. The result is the payment's id.
 */
export const refillHotWalletAction = ({
  entropy,
}: {
  readonly entropy: Entropy;
}): HouseAction<"hot-wallet-refill", string> => ({
  kind: "hot-wallet-refill",

  async check(tx, { amount }) {
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    const fullest = await lockFullestTreasury(tx);
    const [leaving] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.source, "treasury"), isOpen))
      .limit(1);
    if (leaving !== undefined) return refuse("TRANSFER_UNDER_WAY");
    const isCovered = fullest !== null && amount + SIGNATURE_FEE + RENT_EXEMPT_MINIMUM <= fullest.booked;
    return isCovered ? ok(amount) : refuse("TREASURY_TOO_LOW", { field: "amount" });
  },

  async perform(tx, { amount }, { at, by, approvedBy, reason }) {
    const from = await lockFullestTreasury(tx);
    const [into] = await tx
      .select({ address: houseWallets.address })
      .from(houseWallets)
      .where(and(eq(houseWallets.kind, "hot"), eq(houseWallets.isActive, true)))
      .orderBy(houseWallets.createdAt, houseWallets.address)
      .limit(1);
    if (from === null || into === undefined) throw new Error("the house lacks a treasury or a hot wallet");
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
    const detail = { payment: id, from: from.address, lamports: amount.toString(), approvedBy };
    await writeAudit(tx, { at, actor: by, action: "house.refill", subject: into.address, detail, reason });
    return { done: id };
  },
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
