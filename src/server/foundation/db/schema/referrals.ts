import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { lamports } from "./columns.ts";

/** What each referred player earned their referrer, updated by each settlement (rule REFERRAL-3). */
export const referralTotals = pgTable(
  "referral_totals",
  {
    referrer: text("referrer").notNull(),
    /** The referred player. */
    wallet: text("wallet").notNull(),
    /** Stakes of settled bets. */
    wagered: lamports("wagered").notNull(),
    /** Commission on them. */
    earned: lamports("earned").notNull(),
  },
  (t) => [primaryKey({ columns: [t.referrer, t.wallet] })],
);
