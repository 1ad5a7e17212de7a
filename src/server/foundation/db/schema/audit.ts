import { sql } from "drizzle-orm";
import { bigint, date, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant, json } from "./columns.ts";
import { payments } from "./payments.ts";

/**
 * What admins, moderators and the system did. The database numbers the rows, chains them by their hashes, and lets none
 * of them change (audit/audit.sql).
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().default(0),
    at: instant("at").notNull(),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject"),
    detail: json("detail"),
    before: json("before"),
    after: json("after"),
    reason: text("reason"),
    /** Hex; the hash of the previous row, 64 zeros for the first. */
    previousHash: text("previous_hash").notNull().default(""),
    /** Hex; SHA-256 of the previous hash, a line feed, and the row as `audit_entry` writes it. */
    hash: text("hash").notNull().default(""),
  },
  (t) => [
    index("audit_log_by_time").on(t.at),
    index("audit_log_by_actor").on(t.actor, t.id),
    index("audit_log_by_subject").on(t.subject, t.id),
    index("audit_log_by_action").on(sql`${t.action} collate "C"`, t.id),
  ],
);

/** Which row of the log was the newest when it was anchored, at most one per UTC day (rule AUDIT-3). Append-only. */
export const auditAnchors = pgTable("audit_anchors", {
  day: date("day", { mode: "string" }).primaryKey(),
  rowId: bigint("row_id", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
  paymentId: text("payment_id")
    .notNull()
    .references(() => payments.id),
  createdAt: instant("created_at").notNull(),
});
