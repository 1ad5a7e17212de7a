import { and, desc, eq, lt } from "drizzle-orm";
import { TILE_WIDTH } from "../../../domain/log/tile.ts";
import { type LogEntry, readEntry } from "../../../domain/log/entry.ts";
import { isRuleText, type RuleRow } from "../../../domain/rule-log.ts";
import type { Queryable } from "../db/database.ts";
import { logBundles, logs } from "../db/schema/public-log.ts";
import { readEntries } from "./pack-bundle.ts";

export type LogRow = typeof logs.$inferSelect;

/** The log that is open, whatever its network; null while none is. */
export async function readOpenLog(q: Queryable): Promise<LogRow | null> {
  const [open] = await q.select().from(logs).where(eq(logs.isOpen, true));
  return open ?? null;
}

/** A log by its id, which must be there. */
export async function readLog(q: Queryable, id: string): Promise<LogRow> {
  const [log] = await q.select().from(logs).where(eq(logs.id, id));
  if (log === undefined) throw new Error(`log ${id} is not there`);
  return log;
}

/** Whether an installation with this host serves a log: another host's log has another origin. */
export const isServedAt = ({ id, origin }: LogRow, host: string): boolean => origin === originOf(id, host);

/** A log's name for ever: its address without a scheme. */
export const originOf = (id: string, host: string): string => `${host}/log/${id}`;

/** Entries of a log by their numbers, which begin at 1, oldest first. */
export async function readRows(
  q: Queryable,
  log: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly RuleRow[]> {
  const rows: RuleRow[] = [];
  const decoder = new TextDecoder();
  for (let bundle = Math.floor((first - 1) / TILE_WIDTH); bundle * TILE_WIDTH < last; bundle += 1) {
    for (const [at, entry] of (await readEntries(q, log, bundle)).entries()) {
      const row = bundle * TILE_WIDTH + at + 1;
      if (row >= first && row <= last) rows.push({ row, entry: decoder.decode(entry) });
    }
  }
  return rows;
}

/** The entry at an index, which the log must have. */
export async function readEntryAt(q: Queryable, log: string, index: number): Promise<LogEntry> {
  const [found] = await readRows(q, log, { first: index + 1, last: index + 1 });
  const entry = found && readEntry(found.entry);
  if (!entry) throw new Error(`log ${log} has no entry ${index}`);
  return entry;
}

/** Full bundles that a page is read from at most: each is unpacked, and may have a single entry of those that are meant. */
const BUNDLES_A_PAGE = 16;

interface RulePage {
  readonly rows: readonly RuleRow[];
  /** The rest is below this number; null if nothing is left. */
  readonly next: number | null;
}

/** Entries about more than one race, newest first: those below a number, up to a limit, or fewer if they are far apart. */
export async function readRuleRows(
  q: Queryable,
  { id: log, size }: Pick<LogRow, "id" | "size">,
  { limit, ...page }: { readonly before?: number | null; readonly limit: number },
): Promise<RulePage> {
  // A larger number, which anybody may ask for, could be none of the database's.
  const before = Math.min(page.before ?? size + 1, size + 1);
  const isAsked = and(eq(logBundles.log, log), lt(logBundles.index, Math.ceil((before - 1) / TILE_WIDTH)));
  const full = await q
    .select({ index: logBundles.index })
    .from(logBundles)
    .where(and(isAsked, eq(logBundles.hasRules, true)))
    .orderBy(desc(logBundles.index))
    .limit(BUNDLES_A_PAGE + 1);
  const newest = Math.floor(size / TILE_WIDTH);
  const rows: RuleRow[] = [];
  for (const bundle of [newest, ...full.slice(0, BUNDLES_A_PAGE).map(({ index }) => index)]) {
    const last = Math.min(size, before - 1, (bundle + 1) * TILE_WIDTH);
    const read = await readRows(q, log, { first: bundle * TILE_WIDTH + 1, last });
    rows.push(...read.filter(({ entry }) => isRuleText(entry)).toReversed());
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.row ?? null };
  }
  const beyond = full[BUNDLES_A_PAGE];
  return { rows, next: beyond === undefined ? null : (beyond.index + 1) * TILE_WIDTH + 1 };
}
