import { sql } from "drizzle-orm";
import { bigserial, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { approvalKinds } from "../../../../contract/approvals/approvals.ts";
import { instant, lamports } from "./columns.ts";

/**
 * What each admin did with house money without another admin (rule IDENTITY-5); the database lets none of the rows
 * change.
 */
export const houseActs = pgTable(
  "house_acts",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    at: instant("at").notNull(),
    /** The admin's wallet. */
    wallet: text("wallet").notNull(),
    kind: text("kind", { enum: [...approvalKinds, "jackpot"] }).notNull(),
    /** What it moved at the house's cost; 0 for an act that is only counted. */
    lamports: lamports("lamports").notNull(),
  },
  (t) => [
    check("house_acts_add_up", sql`${t.lamports} >= 0`),
    index("house_acts_by_admin").on(t.wallet, t.at),
    index("house_acts_by_kind").on(t.kind, t.at),
  ],
);
