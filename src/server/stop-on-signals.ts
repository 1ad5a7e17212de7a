import { openClosers } from "./closers.ts";
import type { Logger } from "./log.ts";
import type { Clock } from "./ports.ts";

const LAST_LINE_MS = 100;

export interface Shutdown {
  /** Aborts when the process is to stop: begin nothing after it. */
  readonly signal: AbortSignal;
  /** Adds what is to be closed; the last added is closed first. */
  readonly onStop: (close: () => Promise<void> | void) => void;
}

/** Stops the process on SIGTERM and SIGINT, once everything has been closed. */
export function stopOnSignals({ log, clock }: { readonly log: Logger; readonly clock: Clock }): Shutdown {
  const stopping = new AbortController();
  const closers = openClosers();
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return;
    log.info({ signal }, "stopping");
    stopping.abort();
    await closers.closeAll();
    // The log writes in the background. Where nobody reads it any more, exiting at once would try to write the
    // last line forever.
    await clock.sleep(LAST_LINE_MS);
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  return { signal: stopping.signal, onStop: closers.add };
}
