import { sql } from "drizzle-orm";
import { bigint, bigserial, boolean, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { ledgers, postingKinds } from "../../../../domain/ledger.ts";
import { instant, signedLamports } from "./columns.ts";

/** The balance of each account: the sum of its entries, maintained by the database with every entry (rule INV-3). */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    account: text("account").primaryKey(),
    balance: signedLamports("balance")
      .notNull()
      .default(sql`0`),
    /** Sums of the negative entries, as a positive figure, and of the positive ones. */
    debits: signedLamports("debits")
      .notNull()
      .default(sql`0`),
    credits: signedLamports("credits")
      .notNull()
      .default(sql`0`),
    /** Whether a player's account belongs to a profile; maintained by the database (books/ledger.sql). */
    hasProfile: boolean("has_profile").notNull().default(false),
  },
  (t) => [
    // As `neverNegative` of the domain's ledger.
    check(
      "never_negative",
      sql`${t.balance} >= 0 or ${t.account} !~ '^((user|pool|jackpot|referral|play:user|play:pool):|bonus$|outgoing$)'`,
    ),
    index("ledger_accounts_in_use")
      .on(t.account)
      .where(sql`balance <> 0`),
    // Players by balance.
    index("ledger_accounts_of_players")
      .on(t.balance, sql`substr(${t.account}, 6) collate "C"`)
      .where(sql`account like 'user:%'`),
    // Wallets with money and no profile.
    index("ledger_accounts_unprofiled")
      .on(t.account)
      .where(sql`not has_profile and balance <> 0 and account like 'user:%'`),
    index("ledger_accounts_unprofiled_by_balance")
      .on(t.balance, t.account)
      .where(sql`not has_profile and balance <> 0 and account like 'user:%'`),
  ],
);

export const ledgerPostings = pgTable(
  "ledger_postings",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    /** Idempotency key: what happened, see the domain's `postingReference`. */
    reference: text("reference").notNull().unique(),
    kind: text("kind", { enum: postingKinds }).notNull(),
    ledger: text("ledger", { enum: ledgers }).notNull(),
    raceId: text("race_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    // A day of postings, to recompute its sums (rule REVENUE-1).
    index("ledger_postings_by_time").on(t.createdAt),
    index("ledger_postings_bonuses")
      .on(t.raceId)
      .where(sql`kind = 'superfecta bonus'`),
  ],
);

export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    postingId: bigint("posting_id", { mode: "bigint" })
      .notNull()
      .references(() => ledgerPostings.id),
    account: text("account").notNull(),
    /** Positive is a credit, negative a debit. */
    lamports: signedLamports("lamports").notNull(),
  },
  (t) => [
    // Includes the amount, so that the whole ledger is summed from the index only.
    index("ledger_entries_by_account").on(t.account, t.lamports),
    index("ledger_entries_by_posting").on(t.postingId),
  ],
);
