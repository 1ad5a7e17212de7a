import type { Logger as PinoLogger } from "pino";
import { openClosers } from "./closers.ts";
import { isUnavailable } from "./foundation/db/unavailable.ts";
import type { Clock } from "./foundation/ports.ts";

const LAST_LINE_MS = 100;

export interface Shutdown {
  /** Aborts when the process is to stop: start nothing after it. */
  readonly signal: AbortSignal;
  /** Adds something to close; the last one added is closed first. */
  readonly onStop: (close: () => Promise<void> | void) => void;
}

/** After an error that nothing handled, what has not closed by then is cut off: its leases have run out. */
const LAST_CHANCE_MS = 20_000;

/** Whether Postgres, Redis or a node was away; the last is what Redis' client says without a code. */
const isAbsence = (error: Error): boolean =>
  isUnavailable(error) || error.message === "Connection is closed.";

/**
 * Stops the process after closing everything: on SIGTERM and SIGINT, and on an error that nothing handled, which is a
 * bug and leaves the process in an unknown state (rule OPERATE-11). Its supervisor starts it again. A rejection because a
 * neighbour was away ends nothing: all servers meet it at once.
 */
export function stopOnSignals({
  log,
  clock,
}: {
  readonly log: Pick<PinoLogger, "info" | "error" | "fatal">;
  readonly clock: Clock;
}): Shutdown {
  const stopping = new AbortController();
  const closers = openClosers();
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return;
    log.info({ signal }, "stopping");
    stopping.abort();
    await closers.closeAll();
    // The log is written in the background. When its reader is gone, exiting at once would try forever to write the
    // last line.
    await clock.sleep(LAST_LINE_MS);
    process.exit();
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  // Rejected promises that nothing handles come here too.
  process.on("uncaughtException", (error, origin) => {
    if (origin === "unhandledRejection" && isAbsence(error)) {
      log.error({ err: error }, "a neighbour's absence that nothing handled");
      return;
    }
    log.fatal({ err: error }, "an error that nothing handled ends the server");
    process.exitCode = 1;
    void stop(origin);
    void clock.sleep(LAST_CHANCE_MS).then(() => process.exit());
  });
  return { signal: stopping.signal, onStop: closers.add };
}
