import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Changes of the game's rules, and what happened to races by an admin's action, readable by everyone. The database
 * numbers the rows, chains them by their hashes, and lets none of them change (migration 0037).
 */
export const ruleLog = pgTable(
  "rule_log",
  {
    row: bigint("row", { mode: "number" }).primaryKey().default(0),
    /** The same as in the entry. */
    kind: text("kind").notNull(),
    /** JSON text; the row's number comes first in it. */
    entry: text("entry").notNull(),
    /** Hex; SHA-256 of the previous hash, a line feed, and the entry. */
    hash: text("hash").notNull().default(""),
  },
  (t) => [index("rule_log_by_kind").on(t.kind, t.row)],
);
