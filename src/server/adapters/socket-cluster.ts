import { createAdapter as createPostgresAdapter } from "@socket.io/postgres-adapter";
import { createAdapter as createRedisAdapter } from "@socket.io/redis-adapter";
import { Redis } from "ioredis";
import pg from "pg";
import type { SocketCluster } from "../sockets/socket-cluster.ts";

interface Ports {
  readonly redisUrl: string | null;
  readonly databaseUrl: string | null;
  readonly onError: (error: unknown) => void;
}

/** Over Redis if configured, otherwise over the shared Postgres; null for a single instance. */
export async function openSocketCluster({
  redisUrl,
  databaseUrl,
  onError,
}: Ports): Promise<SocketCluster | null> {
  if (redisUrl !== null) return overRedis(redisUrl, onError);
  return databaseUrl === null ? null : overPostgres(databaseUrl, onError);
}

function overRedis(url: string, onError: (error: unknown) => void): SocketCluster {
  const redis = new Redis(url, { maxRetriesPerRequest: 2 });
  const subscriber = redis.duplicate();
  redis.on("error", onError);
  subscriber.on("error", onError);
  return {
    adapter: createRedisAdapter(redis, subscriber),
    redis,
    async close() {
      await Promise.allSettled([redis.quit(), subscriber.quit()]);
    },
  };
}

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

async function overPostgres(url: string, onError: (error: unknown) => void): Promise<SocketCluster> {
  const pool = new pg.Pool({
    connectionString: url,
    // One to listen and one to send: with more, events could overtake each other.
    max: 2,
    application_name: "furlong-sockets",
    types: { getTypeParser },
  });
  pool.on("error", onError);
  giveUpBroken(pool, onError);
  // Events too large for NOTIFY travel through this table; the adapter empties it. One transaction and a lock, because
  // "if not exists" fails when two instances start at the same time.
  await pool.query(`select pg_advisory_xact_lock(hashtext('furlong socket attachments'));
    create table if not exists socket_io_attachments (
    id bigserial unique, created_at timestamptz default now(), payload bytea)`);
  return {
    adapter: createPostgresAdapter(pool, { errorHandler: onError }),
    redis: null,
    close: () => pool.end(),
  };
}
