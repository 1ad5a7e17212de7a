import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { houseWalletKinds } from "../../../../domain/ledger.ts";
import { paymentKinds, paymentStatuses } from "../../../../domain/payment-terms.ts";
import { instant, lamports, slot } from "./columns.ts";

export const payments = pgTable(
  "payments",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: paymentKinds }).notNull(),
    status: text("status", { enum: paymentStatuses }).notNull(),
    source: text("source", { enum: houseWalletKinds }).notNull(),
    /** For a sweep, the wallet that must sign it; null if any active one of the kind may. */
    sourceAddress: text("source_address"),
    /** Null for an anchor, which moves nothing. */
    destination: text("destination"),
    lamports: lamports("lamports").notNull(),
    memo: text("memo").notNull(),
    /** The player who is paid, if any. */
    wallet: text("wallet"),
    raceId: text("race_id"),
    betId: text("bet_id"),
    reason: text("reason"),
    createdAt: instant("created_at").notNull(),
    processedAt: instant("processed_at"),
    signature: text("signature"),
    networkFee: lamports("network_fee"),
    error: text("error"),
    retries: integer("retries").notNull().default(0),
  },
  (t) => [
    index("payments_open")
      .on(t.createdAt)
      .where(sql`status in ('pending', 'sent', 'unknown')`),
    index("payments_by_end").on(t.processedAt),
    // Lists of payments, newest first: all, those of a player or an address, and the few that failed.
    index("payments_by_time").on(t.createdAt, t.id),
    index("payments_by_wallet").on(t.wallet, t.createdAt, t.id),
    index("payments_by_destination").on(t.destination, t.createdAt, t.id),
    index("payments_failed")
      .on(t.createdAt, t.id)
      .where(sql`status in ('failed', 'cancelled')`),
    // Lists of one kind, and lists by amount: memos move nothing, and are most of the rows.
    index("payments_by_kind").on(t.kind, t.createdAt, t.id),
    index("payments_by_amount")
      .on(t.lamports, t.id)
      .where(sql`kind <> 'anchor'`),
    index("payments_by_signature").on(sql`${t.signature} collate "C"`),
    index("payments_by_race").on(t.raceId),
    index("payments_claims")
      .on(t.wallet)
      .where(sql`kind = 'referral'`),
  ],
);

/** Signed bytes, stored before they are first sent; sent again unchanged until they can no longer land. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    signature: text("signature").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    /** base64 of the signed transaction. */
    wire: text("wire").notNull(),
    lastValidBlockHeight: slot("last_valid_block_height").notNull(),
    /** The slot of its blockhash: it can only have landed in a later one. */
    signedAtSlot: slot("signed_at_slot").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("payment_attempts_by_payment").on(t.paymentId),
    index("payment_attempts_by_signature").on(sql`${t.signature} collate "C"`),
  ],
);
