import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { instant, json } from "./columns.ts";

/**
 * What admins, moderators and the system did. The database numbers the rows, chains them by their hashes, and lets none of
 * them change (migration 0020).
 */
export const auditLog = pgTable("audit_log", {
  id: bigint("id", { mode: "number" }).primaryKey().default(0),
  at: instant("at").notNull(),
  actor: text("actor").notNull(),
  action: text("action").notNull(),
  subject: text("subject"),
  detail: json("detail"),
  before: json("before"),
  after: json("after"),
  reason: text("reason"),
  /** Hex; that of the row before, 64 zeros for the first. */
  previousHash: text("previous_hash").notNull().default(""),
  /** Hex; SHA-256 of the hash before, a line feed, and the row as `audit_entry` writes it. */
  hash: text("hash").notNull().default(""),
});
