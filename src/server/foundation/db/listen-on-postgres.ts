import type { Socket } from "node:net";
import pg from "pg";
import type { Clock } from "../ports.ts";
import { type ChangeNews, CHANGES_CHANNEL, toldChanges } from "./change-news.ts";
import { type Connections, hearAnswer, SAYS_NOTHING } from "./silence.ts";

/** A connection that waits, and whose other end has disappeared, breaks within half a minute instead of hours. */
export const aliveWhenIdle = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

interface Options {
  readonly url: string;
  readonly connections: Connections;
  readonly onError: (error: unknown) => void;
}

/** A dedicated connection on which Postgres notifies of changes, and is asked whether it still answers. */
export interface PostgresListener {
  readonly changes: ChangeNews;
  /** Opens the connection if there is none, otherwise asks on it; call it every second. */
  tend(clock: Clock): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts to listen when `tend` is called; what was missed while the connection was down is found by the loops' clocks.
 */
export function listenOnPostgres({ url, connections, onError }: Options): PostgresListener {
  const changes = toldChanges();
  let client: pg.Client | null = null;
  let socket: Socket | null = null;
  let isClosed = false;

  async function open() {
    const opened = new pg.Client({
      connectionString: url,
      ...aliveWhenIdle,
      stream: () => (socket = connections.openSocket()),
      application_name: "furlong-changes",
    });
    const forget = () => {
      client = null;
    };
    // It may break twice: Postgres says why, and then hangs up.
    opened.on("error", ({ message }) => {
      if (client !== opened) return;
      forget();
      if (!isClosed && !connections.isSilent())
        onError(new Error(`The connection that tells of changes was lost: ${message}`));
    });
    opened.on("end", () => client === opened && forget());
    opened.on("notification", ({ payload }) => changes.tell(payload ?? ""));
    await opened.connect();
    client = opened;
    await opened.query(`listen ${CHANGES_CHANNEL}`);
    changes.tellAll();
  }

  return {
    changes,
    async tend(clock) {
      if (isClosed) return;
      const wasSilent = connections.isSilent();
      const answer = client === null ? open() : client.query("select 1");
      if (await hearAnswer(clock, connections, answer)) return void (await answer);
      socket?.destroy(new Error("no answer"));
      if (connections.isSilent() && !wasSilent)
        onError(new Error(`${SAYS_NOTHING}; every connection to it is given up`));
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
