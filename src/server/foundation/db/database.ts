import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Clock } from "../ports.ts";
import type { ChangeNews } from "./change-news.ts";

/** The result of a statement on either driver: the part that PGlite and node-postgres have in common. */
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
 * In raw `sql` results an int8 is a `bigint` and a timestamp is text on both drivers; cast `sum()` to bigint. Inside a
 * transaction use only its `tx`: the embedded database has one connection, and a query on `db` would wait for the
 * transaction that waits for it.
 */
export type Db = PgDatabase<Answers>;

/** An open transaction. A function that takes one must not be called outside a transaction. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** For reads that may run inside or outside a transaction. */
export type Queryable = Db | Tx;

/** An open database and what its owner needs beyond queries. */
export interface OpenDatabase {
  readonly db: Db;
  readonly kind: "embedded" | "postgres";
  /** Notifications of what was committed, by any instance. */
  readonly changes: ChangeNews;
  /**
   * Maintains the source of these notifications, and gives up every connection to a server that has gone silent; call it
   * every second.
   */
  readonly tend: (clock: Clock) => Promise<void>;
  /**
   * Does what a Postgres server does in the background and the embedded one does not: flushes the log into the tables,
   * which bounds the restart time after a crash, clears dead rows and refreshes the planner's statistics. Call it every
   * minute.
   */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Runs a raw statement and types its rows; columns are named as the statement spells them. */
export async function rowsOf<Row extends Record<string, unknown>>(q: Queryable, statement: SQL) {
  const result = await q.execute<Row>(statement);
  return result.rows;
}
