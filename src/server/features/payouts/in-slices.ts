import { setImmediate } from "node:timers/promises";
import { inParallel } from "../../foundation/in-parallel.ts";

/**
 * Number of payments stored in one transaction. For some tens of milliseconds they and their accounts are locked and
 * the embedded database is busy; any call made meanwhile may have to wait for that several times.
 */
export const SLICE = 50;

/**
 * Runs `work`, in a transaction of its own, for one slice of the items at a time, and yields to the rest of the process
 * in between, since the embedded database runs on the event loop. If it fails for a slice, it is run for each item
 * separately, so that one item that cannot be stored does not block the others; `work` must be safe to repeat.
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (slice: readonly T[]) => Promise<void>,
): Promise<void> {
  await inParallel(slicesOf(items), 1, async (slice) => {
    try {
      await work(slice);
    } catch (error) {
      if (slice.length === 1) throw error;
      await inParallel(slice, 1, (item) => work([item]));
    }
    await setImmediate();
  });
}

export const slicesOf = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / SLICE) }, (_, place) =>
    items.slice(place * SLICE, (place + 1) * SLICE),
  );
