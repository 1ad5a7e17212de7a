import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

export const admins = pgTable("admins", {
  wallet: text("wallet").primaryKey(),
  appointedBy: text("appointed_by").notNull(),
  appointedAt: instant("appointed_at").notNull(),
});
