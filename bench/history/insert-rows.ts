import { sql } from "drizzle-orm";
import type { Tx } from "../../src/server/db/database.ts";

/** A row by the names of its columns; a bigint as text. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows that one statement writes: large enough to be fast, small enough for the embedded database's memory. */
const ROWS = 4_000;

/** SQL of columns that are not in the rows, by their names; it may use those that are. */
export type Constants = Readonly<Record<string, string>>;

/** Plain inserts, some thousands of rows with one statement. */
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

/** The same with one statement, however many rows there are. */
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
 * Writes without triggers, checks of references included, until the transaction ends: a million bets one by one through all
 * of them takes hours on the embedded database. What they would have kept is summed at the end.
 */
export async function withoutTriggers(tx: Tx): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
}

export const timeOf = (ms: number): string => new Date(ms).toISOString();
