import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { ChangeNews } from "./change-news.ts";

/** What a statement answers on either driver: the part that PGlite and node-postgres have in common. */
interface Answer<Row> {
  readonly rows: Row[];
  /** Rows returned or changed. */
  readonly rowCount?: number | null;
}

interface Answers extends PgQueryResultHKT {
  readonly type: Answer<this["row"]>;
}

/**
 * The database, embedded or a Postgres server; queries are written once for both (Postgres 15 SQL).
 *
 * In raw `sql` results an int8 is a `bigint` and a timestamp is text on both drivers; cast `sum()` to bigint.
 * Inside a transaction use its `tx` only: the embedded database has one connection, and a query on `db`
 * would wait for the transaction that waits for it.
 */
export type Db = PgDatabase<Answers>;

/** An open transaction. A function that takes one must not be called outside. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** For reads that may run inside or outside a transaction. */
export type Queryable = Db | Tx;

/** An open database and what its owner needs beyond queries. */
export interface OpenDatabase {
  readonly db: Db;
  readonly kind: "embedded" | "postgres";
  /** What is committed, by whichever instance. */
  readonly changes: ChangeNews;
  /** Looks after what tells of changes; to be called each second. */
  readonly tend: () => Promise<void>;
  /**
   * What a Postgres server does in the background and the embedded one does not: empties the log into the
   * tables, which bounds the restart after a crash, clears dead rows and counts anew what the planner goes by. Call each minute.
   */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Runs a raw statement and types its rows; names the columns as the statement spells them. */
export async function rowsOf<Row extends Record<string, unknown>>(q: Queryable, statement: SQL) {
  const result = await q.execute<Row>(statement);
  return result.rows;
}
