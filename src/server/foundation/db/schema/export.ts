import { bigint, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns.ts";
import { payments } from "./payments.ts";

/**
 * The public export: one row per line, numbered without gaps, never changed (rule EXPORT-1). The database refuses a
 * number out of order, a day that is sealed, and a record without its text.
 */
export const exportRecords = pgTable(
  "export_records",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey(),
    /** UTC day of the file that it belongs to. Never earlier than that of a previous record. */
    day: date("day", { mode: "string" }).notNull(),
    /** Identifies what it records, so that nothing is recorded twice: `race:race-7`. */
    key: text("key").notNull().unique(),
    /** UTF-8, without the line feed. */
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("export_records_by_day").on(t.day, t.seq)],
);

/**
 * The text of a record, in pieces that are written and read in a millisecond or two. Those of the next record may be
 * unfinished; `attempt` says which attempt they belong to.
 */
export const exportParts = pgTable(
  "export_parts",
  {
    seq: bigint("seq", { mode: "number" }).notNull(),
    attempt: bigint("attempt", { mode: "bigint" }).notNull(),
    /** Starts at 0. */
    part: integer("part").notNull(),
    text: text("text").notNull(),
  },
  (t) => [primaryKey({ columns: [t.seq, t.attempt, t.part] })],
);

/** How far each ordered source of records has been read. */
export const exportCursors = pgTable("export_cursors", {
  source: text("source").primaryKey(),
  position: bigint("position", { mode: "number" }).notNull(),
});

/** Payouts of winnings that have ended and are not recorded yet. The database adds them as they end. */
export const exportEndedPayouts = pgTable("export_ended_payouts", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  paymentId: text("payment_id")
    .notNull()
    .unique()
    .references(() => payments.id),
});

/** The sealed file of a day (rule EXPORT-5). Append-only. */
export const exportDays = pgTable("export_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  /** Hash of the uncompressed file, 64 hex digits. */
  sha256: text("sha256").notNull().unique(),
  /** `seq` of its first record. */
  first: bigint("first", { mode: "number" }).notNull().unique(),
  records: integer("records").notNull(),
  /** Size of the uncompressed file, and as it is stored. */
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  gzipBytes: bigint("gzip_bytes", { mode: "number" }).notNull(),
  /** The anchor that carries its memo. */
  paymentId: text("payment_id")
    .notNull()
    .references(() => payments.id),
  createdAt: instant("created_at").notNull(),
});

/**
 * A day's file as one gzip stream, in pieces like those of a record. Those of a day that is not sealed may be
 * unfinished.
 */
export const exportDayParts = pgTable(
  "export_day_parts",
  {
    day: date("day", { mode: "string" }).notNull(),
    attempt: bigint("attempt", { mode: "bigint" }).notNull(),
    /** Starts at 0. */
    part: integer("part").notNull(),
    content: bytes("content").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.attempt, t.part] })],
);
