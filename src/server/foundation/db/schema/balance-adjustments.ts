import { index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, lamports } from "./columns.ts";

/** Changes of balances by admins, for the revenue page; the database lets none of the rows change. */
export const balanceAdjustments = pgTable(
  "balance_adjustments",
  {
    /** Also the id of its posting. */
    id: text("id").primaryKey(),
    createdAt: instant("created_at").notNull(),
    wallet: text("wallet").notNull(),
    /** The admin who requested it. */
    adminWallet: text("admin_wallet").notNull(),
    previousBalance: lamports("previous_balance").notNull(),
    newBalance: lamports("new_balance").notNull(),
    reason: text("reason"),
  },
  (t) => [
    index("balance_adjustments_by_time").on(t.createdAt, t.id),
    index("balance_adjustments_by_admin").on(t.adminWallet),
  ],
);
