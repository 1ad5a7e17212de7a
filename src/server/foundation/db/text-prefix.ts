import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Sorts after every other continuation of a text. */
const LAST = "\u{10FFFF}";

/**
 * Whether a text begins with another, written as a range that an index on the column `collate "C"` can serve: `like`
 * and `starts_with` use an index only if the database itself has that collation.
 */
export const beginsWith = (text: SQLWrapper, beginning: string): SQL =>
  sql`(${text} collate "C" >= ${beginning} and ${text} collate "C" < ${beginning + LAST})`;
