import { openClosers } from "./closers.ts";
import type { Logger } from "./log.ts";
import type { Clock } from "./ports.ts";

const LAST_LINE_MS = 100;

export interface Shutdown {
  /** Aborts when the process is to stop: start nothing after it. */
  readonly signal: AbortSignal;
  /** Adds something to close; the last one added is closed first. */
  readonly onStop: (close: () => Promise<void> | void) => void;
}

/** Stops the process on SIGTERM and SIGINT, after closing everything. */
export function stopOnSignals({ log, clock }: { readonly log: Logger; readonly clock: Clock }): Shutdown {
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
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  return { signal: stopping.signal, onStop: closers.add };
}
