import pg from "pg";
import { type ChangeNews, CHANGES_CHANNEL, toldChanges } from "./change-news.ts";

/** A connection that waits, and whose other end has disappeared, breaks within half a minute instead of hours. */
export const aliveWhenIdle = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

interface Options {
  readonly url: string;
  readonly onError: (error: unknown) => void;
}

/** A dedicated connection on which Postgres notifies of changes. */
export interface PostgresListener {
  readonly changes: ChangeNews;
  /** Opens the connection if there is none; call it every second. */
  tend(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts to listen when `tend` is called; what was missed while the connection was down is found by the loops' clocks.
 */
export function listenOnPostgres({ url, onError }: Options): PostgresListener {
  const told = toldChanges();
  let client: pg.Client | null = null;
  let isClosed = false;

  async function open() {
    const opened = new pg.Client({
      connectionString: url,
      ...aliveWhenIdle,
      connectionTimeoutMillis: 10_000,
      application_name: "furlong-changes",
    });
    const forget = () => {
      client = null;
    };
    // It may break twice: Postgres says why, and then hangs up.
    opened.on("error", ({ message }) => {
      if (client !== opened) return;
      forget();
      if (!isClosed) onError(new Error(`The connection that tells of changes was lost: ${message}`));
    });
    opened.on("end", () => client === opened && forget());
    opened.on("notification", ({ payload }) => told.tell(payload ?? ""));
    await opened.connect();
    client = opened;
    await opened.query(`listen ${CHANGES_CHANNEL}`);
    told.tellAll();
  }

  return {
    changes: told,
    async tend() {
      if (client === null && !isClosed) await open();
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
