import type { Change, ChangeNews } from "./db/change-news.ts";
import type { Clock } from "./ports.ts";

/**
 * A round's answer: for how many milliseconds nothing is due, unless something that wakes the loop changes. Without one
 * the next round comes after the usual pause.
 */
// oxlint-disable-next-line typescript/no-invalid-void-type -- most rounds answer nothing
export type Rest = number | void;

interface Pace {
  readonly clock: Clock;
  /** The minimum pause after a round. */
  readonly everyMs: number;
  /** Changes that end a rest early. */
  readonly wokenBy: readonly Change[];
  readonly changes: ChangeNews;
  readonly signal: AbortSignal;
  /** Receives the error of a round that throws; the next round comes all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs `step` repeatedly, never two at once, until the signal aborts. After the minimum pause it rests for as long as
 * the round said that nothing is due, or until something changes, including a change during the round itself (rule
 * IDLE-1).
 */
export async function repeat(
  { clock, everyMs, wokenBy, changes, signal, onError }: Pace,
  step: () => Promise<Rest>,
) {
  while (!signal.aborted) {
    const rest = new AbortController();
    const endRest = () => rest.abort();
    const stopListening = changes.onChange(wokenBy, endRest);
    const restMs = await attempt(step, onError);
    await clock.sleep(everyMs, signal);
    if (typeof restMs === "number" && restMs > everyMs && !signal.aborted) {
      signal.addEventListener("abort", endRest);
      await clock.sleep(restMs - everyMs, rest.signal);
      signal.removeEventListener("abort", endRest);
    }
    stopListening();
  }
}

async function attempt(step: () => Promise<Rest>, onError: (error: unknown) => void): Promise<Rest> {
  try {
    return await step();
  } catch (error) {
    onError(error);
  }
}
