import { setImmediate } from "node:timers/promises";
import { inParallel } from "../in-parallel.ts";

/**
 * Payments that one transaction stores: they and their accounts are locked, and the embedded database is busy, for some tens of
 * milliseconds, for which every call meanwhile may have to wait several times.
 */
export const SLICE = 50;

/**
 * Does `work`, a transaction of its own, for a slice of the items at a time, and lets everything else in the process have its turn between:
 * the embedded database runs on the event loop. Where it fails for some together it is done for each alone, so that one item
 * that cannot be stored keeps no other back; `work` must be harmless when it is done again.
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
