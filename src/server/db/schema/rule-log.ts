import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";

/**
 * What changed a rule of the game, and what races came to by an admin's hand, as everybody may read it. The database numbers the
 * rows, chains them by their hashes, and lets none of them change (migration 0037).
 */
export const ruleLog = pgTable(
  "rule_log",
  {
    row: bigint("row", { mode: "number" }).primaryKey().default(0),
    /** As the entry says. */
    kind: text("kind").notNull(),
    /** JSON text; the row's number stands first in it. */
    entry: text("entry").notNull(),
    /** Hex; SHA-256 of the hash before, a line feed, and the entry. */
    hash: text("hash").notNull().default(""),
  },
  (t) => [index("rule_log_by_kind").on(t.kind, t.row)],
);
