import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type Db, type OpenDatabase, rowsOf } from "./database.ts";
import { listenOnPostgres } from "./listen-on-postgres.ts";
import { migrate } from "./migrate.ts";
import { OperatorError } from "./operator-error.ts";

// Set for the whole process, because drizzle uses the driver's global parsers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

const OLDEST_SERVER = 150_000;

export interface PostgresOptions {
  readonly url: string;
  /** Maximum number of connections; each open transaction holds one. */
  readonly maxConnections?: number;
  /** Called for a connection that broke while idle; the pool has already replaced it. */
  readonly onError: (error: unknown) => void;
}

/** Connects to a Postgres server (15 or newer) and brings the schema up to date. */
export async function openPostgres({
  url,
  maxConnections = 12,
  onError,
}: PostgresOptions): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: "furlong",
  });
  // The driver's own error contains the whole connection; its message says enough.
  const report = ({ message }: Error) => onError(new Error(`A database connection was lost: ${message}`));
  pool.on("error", report);
  const listener = listenOnPostgres({ url, onError });
  const close = async () => {
    await listener.close();
    // Connections that break while they are being closed need no report.
    pool.off("error", report).on("error", () => {});
    await pool.end();
  };
  const db: Db = drizzle({ client: pool });
  db.transaction = transactionsOf(pool);
  try {
    await refuseOldServer(db);
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    kind: "postgres",
    changes: listener.changes,
    tend: () => listener.tend(),
    tidy: async () => {},
    close,
  };
}

/**
 * Like drizzle's own, which loses a connection of the pool when `begin` fails on it, and does not listen for errors of
 * a connection that breaks during a transaction, so that the process would end.
 */
function transactionsOf(pool: pg.Pool): Db["transaction"] {
  const wrapped = new WeakMap<pg.PoolClient, Db>();
  return async (run, config) => {
    const client = await pool.connect();
    let isBroken = false;
    const noteBroken = () => {
      isBroken = true;
    };
    client.on("error", noteBroken);
    const connection = wrapped.get(client) ?? drizzle({ client });
    wrapped.set(client, connection);
    let failure: { readonly error: unknown } | null = null;
    try {
      return await connection.transaction(async (tx) => {
        try {
          return await run(tx);
        } catch (error) {
          failure = { error };
          throw error;
        }
      }, config);
    } catch (error) {
      if (error instanceof DrizzleQueryError && error.query === "rollback") isBroken = true;
      // Not the error of the rollback, which only says that the connection is gone.
      throw failure === null ? error : (failure as { error: unknown }).error;
    } finally {
      client.off("error", noteBroken);
      client.release(isBroken);
    }
  };
}

async function refuseOldServer(db: Db) {
  const [server] = await rowsOf<{ number: string; name: string }>(
    db,
    sql`select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  );
  if (Number(server?.number) < OLDEST_SERVER) {
    throw new OperatorError(`The Postgres server is version ${server?.name}; Furlong needs 15 or newer.`);
  }
}
