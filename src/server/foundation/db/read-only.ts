import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "./database.ts";
import { sqlState } from "./transaction.ts";

const READ_ONLY_TRANSACTION = "25006";

/** Whether the database refused to write because it takes no writes now, as a standby does (rule OPERATE-13). */
export const isReadOnlyError = (error: unknown): boolean => sqlState(error) === READ_ONLY_TRANSACTION;

/** What is wrong with a database that answers; null if nothing is. Rejects when it does not answer. */
export async function databaseProblem(q: Queryable): Promise<string | null> {
  const [row] = await rowsOf<{ setting: string }>(
    q,
    sql`select current_setting('transaction_read_only') as setting`,
  );
  return row?.setting === "on" ? "takes no writes" : null;
}
