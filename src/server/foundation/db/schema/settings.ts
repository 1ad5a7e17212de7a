import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
  /** The admin who approved the value; null if it needed no approval. */
  approvedBy: text("approved_by"),
});
