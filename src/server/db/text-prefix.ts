import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Sorts behind every text that goes on in another way. */
const LAST = "\u{10FFFF}";

/**
 * Whether a text begins with another, as a range that an index on the column `collate "C"` answers: `like` and `starts_with`
 * use an index only where the database itself has that collation (rule ADMIN-80).
 */
export const beginsWith = (text: SQLWrapper, beginning: string): SQL =>
  sql`(${text} collate "C" >= ${beginning} and ${text} collate "C" < ${beginning + LAST})`;
