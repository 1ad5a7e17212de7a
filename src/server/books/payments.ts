import { and, eq } from "drizzle-orm";
import type { Lamports } from "../../domain/lamports.ts";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { paymentAttempts, type paymentKinds, payments } from "../db/schema/payments.ts";

type PaymentKind = (typeof paymentKinds)[number];

export interface NewPayment {
  /** Says what it pays, so that creating it twice is harmless: `payout-<bet id>`, `commit-<race id>`. */
  readonly id: string;
  readonly kind: PaymentKind;
  /** The house wallet that signs and pays the network fee. */
  readonly source: HouseWalletKind;
  /** Null for an anchor, which moves nothing. */
  readonly destination: string | null;
  readonly lamports: Lamports;
  /** Written on the chain; holds the id of what is paid, which keeps equal amounts apart. */
  readonly memo: string;
  /** The player whose money it is, where there is one. */
  readonly wallet?: string;
  readonly raceId?: string;
  readonly betId?: string;
  readonly reason?: string;
  readonly createdAt: Date;
}

/**
 * Queues an outgoing payment; the payment worker signs and sends it after the commit (rule MONEY-11).
 *
 * Writes the row alone: whoever creates a payment of money posts `paymentCreated` in the same
 * transaction. An anchor moves nothing and has no posting until its fee is known.
 */
export async function createPayment(tx: Tx, payment: NewPayment): Promise<"created" | "already there"> {
  const rows = await tx
    .insert(payments)
    .values({ ...payment, status: "pending" })
    .onConflictDoNothing({ target: payments.id })
    .returning({ id: payments.id });
  return rows.length > 0 ? "created" : "already there";
}

/**
 * Takes a payment back that was never signed; false when it may already be on its way. Writes the row alone:
 * the caller posts `paymentCancelled` in the same transaction.
 */
export async function cancelPayment(
  tx: Tx,
  paymentId: string,
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<boolean> {
  // The lock first: the worker stores an attempt under the same lock, so the look for attempts is not stale.
  const [open] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.status, "pending")))
    .for("update");
  if (!open) return false;
  const [attempt] = await tx
    .select({ signature: paymentAttempts.signature })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, paymentId))
    .limit(1);
  if (attempt) return false;
  await tx
    .update(payments)
    .set({ status: "cancelled", error: reason, processedAt: at })
    .where(eq(payments.id, paymentId));
  return true;
}

/** Every address that the house ever used, with its purpose. */
export async function readHouseWallets(q: Queryable): Promise<ReadonlyMap<string, HouseWalletKind>> {
  const rows = await q.select({ address: houseWallets.address, kind: houseWallets.kind }).from(houseWallets);
  return new Map(rows.map(({ address, kind }) => [address, kind]));
}
