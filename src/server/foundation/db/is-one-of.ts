import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * Whether a text column is one of these values: a single parameter no matter how many there are, so the statement is
 * not parsed and planned again for each count.
 */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::text[])`;
