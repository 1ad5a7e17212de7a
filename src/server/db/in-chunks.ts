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
    const to = endOfChunk(items, from, rowsOf);
    if (from > 0 || to < items.length) await setImmediate();
    await work(items.slice(from, to));
    from = to;
  }
}

/** Rows that are read and decoded within some tens of milliseconds. */
const PAGE_ROWS = 1_000;

/**
 * Reads a list of any length by pages, with the same turns between them.
 *
 * @param readPage the rows after `last`, in order and at most so many; the first ones where `last` is null.
 * @param pageRows fewer where rows are wide or nobody waits for the list.
 */
export async function readInPages<Row>(
  readPage: (last: Row | null, rows: number) => PromiseLike<readonly Row[]>,
  pageRows = PAGE_ROWS,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const page = await readPage(all.at(-1) ?? null, pageRows);
    all.push(...page);
    if (page.length < pageRows) return all;
    await setImmediate();
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
