import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "../db/database.ts";

/**
 * The timeline of the Postgres that is asked, which grows when a replica is promoted. The names of the write-ahead log's
 * files begin with it.
 */
export async function readTimeline(q: Queryable): Promise<number> {
  const [row] = await rowsOf<{ timeline: number }>(
    q,
    sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  );
  if (row === undefined) throw new Error("a select without a condition returned nothing");
  return row.timeline;
}
