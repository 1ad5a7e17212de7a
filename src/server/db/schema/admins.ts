import { bigserial, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

export const admins = pgTable("admins", {
  wallet: text("wallet").primaryKey(),
  appointedBy: text("appointed_by").notNull(),
  appointedAt: instant("appointed_at").notNull(),
});

export const auditLog = pgTable("audit_log", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  at: instant("at").notNull(),
  actor: text("actor").notNull(),
  action: text("action").notNull(),
  subject: text("subject"),
  detail: jsonb("detail"),
});
