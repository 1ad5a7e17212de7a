import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { type Db, type OpenDatabase, rowsOf } from "./database.ts";
import { aliveWhenIdle, listenOnPostgres } from "./listen-on-postgres.ts";
import { migrate } from "./migrate.ts";
import { OperatorError } from "./operator-error.ts";
import { databaseProblem } from "./read-only.ts";
import { reasonOf } from "./reason-of.ts";
import { openConnections } from "./silence.ts";

// Set for the whole process, because drizzle uses the driver's global parsers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

const OLDEST_SERVER = 150_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Postgres ends each statement before; one without an answer by then has lost its connection (rule OPERATE-16). */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** The application's name by which others see that a restore is under way. */
export const RESTORE = "furlong-restore";

export interface PostgresOptions {
  readonly url: string;
  /** Maximum number of connections; each open transaction holds one. */
  readonly maxConnections?: number;
  /** How long a statement may be without an answer before its connection is given up. */
  readonly silenceMs?: number;
  /** Called for a connection that broke while idle; the pool has already replaced it. */
  readonly onError: (error: unknown) => void;
}

/** Connects to a Postgres server (15 or newer) and brings the schema up to date. */
export async function openPostgres({
  url,
  maxConnections = 12,
  silenceMs = SILENCE_MS,
  onError,
}: PostgresOptions): Promise<OpenDatabase> {
  const connections = openConnections();
  const pool = new pg.Pool({
    connectionString: url,
    stream: connections.openUnlessSilent,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: silenceMs,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 30_000,
    ...aliveWhenIdle,
    application_name: "furlong",
  });
  // The driver's own error contains the whole connection; its message says enough.
  const report = ({ message }: Error) => {
    if (!connections.isSilent()) onError(new Error(`A database connection was lost: ${message}`));
  };
  pool.on("error", report);
  const listener = listenOnPostgres({ url, connections, onError });
  const close = async () => {
    await listener.close();
    // Connections that break while they are being closed need no report.
    pool.off("error", report).on("error", () => {});
    await pool.end();
  };
  const db: Db = drizzle({ client: pool });
  db.transaction = transactionsOf(pool);
  try {
    await refuseUnfitServer(db);
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    kind: "postgres",
    changes: listener.changes,
    tend: (clock) => listener.tend(clock),
    tidy: async () => {},
    close,
  };
}

/** A connection of its own, for a command. A broken connection is reported by the query that it breaks. */
export async function connectToPostgres(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Whether the driver waited for `query_timeout`; the connection still waits for that answer. */
const isSilence = (error: unknown): boolean => reasonOf(error) === "Query read timeout";

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
          // The rollback would wait for an answer as long again.
          if (isSilence(error)) void client.end();
          throw error;
        }
      }, config);
    } catch (error) {
      const isUnended = error instanceof DrizzleQueryError && error.query === "rollback";
      if (isUnended || isSilence(error)) isBroken = true;
      // Not the error of the rollback, which only says that the connection is gone.
      throw failure === null ? error : (failure as { error: unknown }).error;
    } finally {
      client.off("error", noteBroken);
      client.release(isBroken);
    }
  };
}

/**
 * The first query: a server that is away or refuses the user is told in one line (rule OPERATE-15). Backups hold the
 * schema `public`, so the tables may be in no other.
 */
async function refuseUnfitServer(db: Db) {
  const [server] = await rowsOf<{ number: string; name: string; schema: string | null; restores: boolean }>(
    db,
    sql`select current_setting('server_version_num') as number, current_setting('server_version') as name,
               current_schema() as schema,
               exists (select from pg_stat_activity
                 where datname = current_database() and application_name = ${RESTORE}) as restores`,
  ).catch((error: unknown) => {
    throw new OperatorError(`The Postgres of DATABASE_URL cannot be used: ${reasonOf(error)}`);
  });
  if (Number(server?.number) < OLDEST_SERVER) {
    throw new OperatorError(`The Postgres server is version ${server?.name}; Furlong needs 15 or newer.`);
  }
  // A restore ends before its last step where a server is connected.
  if (server?.restores === true) {
    throw new OperatorError("A backup is being restored into the database: start when that has ended.");
  }
  const problem = await databaseProblem(db);
  if (problem !== null) throw new OperatorError(`The Postgres of DATABASE_URL ${problem}: is it a standby?`);
  if (server?.schema !== "public") {
    const found = server?.schema ?? "none";
    throw new OperatorError(
      `The role of DATABASE_URL works in the schema ${found}; set its search_path to public.`,
    );
  }
}
