import { setImmediate } from "node:timers/promises";

/** Rows that the embedded database writes within some tens of milliseconds, triggers and checks included. */
const CHUNK_ROWS = 250;

/**
 * Works through a list some hundreds of rows at a time. The embedded database runs on the event loop and holds it
 * for as long as a statement takes, so before each chunk of a longer list everything else in the process gets its
 * turn; the caller's transaction stays open meanwhile.
 *
 * @param rowsOf how many rows an item stands for; one unless it says otherwise.
 */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<void> | void,
  rowsOf: (item: T) => number = () => 1,
): Promise<void> {
  for (let from = 0; from < items.length;) {
    if (from > 0) await setImmediate();
    const to = endOfChunk(items, from, rowsOf);
    await work(items.slice(from, to));
    from = to;
  }
}

/** At least one item, and no more than fit. */
function endOfChunk<T>(items: readonly T[], from: number, rowsOf: (item: T) => number): number {
  let rows = 0;
  let to = from;
  for (const item of items.slice(from, from + CHUNK_ROWS)) {
    rows += rowsOf(item);
    if (to > from && rows > CHUNK_ROWS) break;
    to += 1;
  }
  return to;
}
