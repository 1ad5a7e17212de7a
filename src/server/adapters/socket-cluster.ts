import { createAdapter } from "@socket.io/postgres-adapter";
import pg from "pg";
import { aliveWhenIdle } from "../foundation/db/listen-on-postgres.ts";
import type { SocketCluster } from "../foundation/sockets/socket-cluster.ts";

/** The adapter writes an id of its table as JSON, which has no bigint. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as "text");

/**
 * The adapter holds one connection to listen on, handles none of its errors and never releases it: one restart of
 * Postgres would end the process, and a later one would leave no connection to send on.
 */
function giveUpBroken(pool: pg.Pool, onError: (error: unknown) => void) {
  const inUse = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_error, client) => inUse.delete(client as pg.PoolClient));
  pool.on("connect", (client) => {
    client.on("error", onError);
    client.once("end", () => {
      if (inUse.has(client)) client.release(true);
    });
  });
}

/** Events wait for one another: a connection on which one waits longer is given up (rule OPERATE-16). */
const SILENCE_MS = 5_000;

/** Carries events over the Postgres that the instances share; `onError` hears of each connection that broke. */
export async function openSocketCluster(
  url: string,
  onError: (error: unknown) => void,
): Promise<SocketCluster> {
  const pool = new pg.Pool({
    connectionString: url,
    // One to listen and one to send: with more, events could overtake each other.
    max: 2,
    connectionTimeoutMillis: SILENCE_MS,
    query_timeout: SILENCE_MS,
    ...aliveWhenIdle,
    application_name: "furlong-sockets",
    types: { getTypeParser },
  });
  pool.on("error", onError);
  giveUpBroken(pool, onError);
  // Events too large for NOTIFY travel through this table; the adapter empties it. One transaction and a lock, because
  // two instances may start at the same time; "if not exists" would need the right to create a table that is there.
  await pool.query(`select pg_advisory_xact_lock(hashtext('furlong socket attachments'));
    do $$ begin
      if to_regclass('socket_io_attachments') is null then
        create table socket_io_attachments (id bigserial unique, created_at timestamptz default now(), payload bytea);
      end if;
    end $$`);
  return {
    adapter: createAdapter(pool, { errorHandler: onError }),
    close: () => pool.end(),
  };
}
