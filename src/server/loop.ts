import type { Clock } from "./ports.ts";

interface Pace {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** A round that throws is reported here and the next round comes all the same. */
  readonly onError: (error: unknown) => void;
}

/** Runs `step` round after round, never two at once, until the signal aborts. */
export async function repeat({ clock, everyMs, signal, onError }: Pace, step: () => Promise<void>) {
  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      onError(error);
    }
    await clock.sleep(everyMs, signal);
  }
}
