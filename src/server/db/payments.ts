import type { Lamports } from "../../domain/lamports.ts";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Queryable, Tx } from "./database.ts";
import { houseWallets, type paymentKinds, payments } from "./schema.ts";

export type PaymentKind = (typeof paymentKinds)[number];

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

/** Every address that the house ever used, with its purpose. */
export async function readHouseWallets(q: Queryable): Promise<ReadonlyMap<string, HouseWalletKind>> {
  const rows = await q.select({ address: houseWallets.address, kind: houseWallets.kind }).from(houseWallets);
  return new Map(rows.map(({ address, kind }) => [address, kind]));
}
