import { sql } from "drizzle-orm";
import type { Tx } from "../../src/server/foundation/db/database.ts";

/** A row, keyed by column name; a bigint as text. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows per statement: large enough to be fast, small enough for the embedded database's memory. */
const ROWS = 4_000;

/** SQL for columns that are not in the rows, keyed by column name; it may use the columns that are. */
export type Constants = Readonly<Record<string, string>>;

/** Plain inserts, a few thousand rows per statement. */
export async function insertRows(
  tx: Tx,
  table: string,
  rows: readonly Row[],
  constants: Constants = {},
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) {
    await insertAtOnce(tx, table, rows.slice(from, from + ROWS), constants);
  }
}

/** Like `insertRows`, but with one statement, however many rows there are. */
export async function insertAtOnce(
  tx: Tx,
  table: string,
  rows: readonly Row[],
  constants: Constants = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const given = Object.keys(first);
  const into = sql.raw([...given, ...Object.keys(constants)].join(", "));
  const values = sql.raw([...given, ...Object.values(constants)].join(", "));
  const name = sql.raw(table);
  await tx.execute(
    sql`insert into ${name} (${into})
        select ${values} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)`,
  );
}

/**
 * Writes without triggers, including foreign key checks, until the transaction ends: a million bets passing one by one
 * through all of them take hours on the embedded database. The totals that the triggers would have maintained are
 * summed at the end.
 */
export async function withoutTriggers(tx: Tx): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
}

export const timeOf = (ms: number): string => new Date(ms).toISOString();
