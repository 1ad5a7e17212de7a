import { setImmediate } from "node:timers/promises";

/** Number of rows that the embedded database writes within some tens of milliseconds, including triggers and checks. */
const CHUNK_ROWS = 250;

/**
 * Works through a list some hundreds of rows at a time. The embedded database runs on the event loop and blocks it for
 * the duration of a statement, so before each chunk of a longer list the rest of the process gets a turn; the caller's
 * transaction stays open meanwhile.
 *
 * @param rowsOf how many rows an item stands for; one by default.
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

/** Number of rows that are read and decoded within some tens of milliseconds. */
const PAGE_ROWS = 1_000;

/**
 * Reads a list of any length page by page, yielding in the same way in between.
 *
 * @param readPage returns the rows after `last`, in order and at most `rows` of them; the first ones if `last` is null.
 * @param pageRows fewer if rows are wide or nobody waits for the list.
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
