import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** A text column is one of these: a single parameter however many there are, which the database neither parses nor plans for anew. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...values])}::text[])`;
