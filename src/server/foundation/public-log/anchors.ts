import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { LogEntry } from "../../../domain/log/entry.ts";
import type { Queryable } from "../db/database.ts";
import { logs, notaryMemos } from "../db/schema/public-log.ts";
import type { LogRow } from "./read-log.ts";

export type MemoRow = typeof notaryMemos.$inferSelect;

/** Entries of these kinds are anchored at once: something waits for it, or nothing comes after them. */
const URGENT_KINDS: ReadonlySet<LogEntry["kind"]> = new Set(["close", "commit"]);

export const isUrgent = ({ kind }: Pick<LogEntry, "kind">): boolean => URGENT_KINDS.has(kind);

/** How long an entry waits for its anchor at most, in a log that is anchored as it should be. */
const ANCHOR_EVERY_MS = 600_000;

/** The memo that anchors the most entries: every one below its size. Null before the first. */
export async function readNewestAnchor(q: Queryable, log: string): Promise<MemoRow | null> {
  const [anchor] = await q
    .select()
    .from(notaryMemos)
    .where(and(eq(notaryMemos.log, log), eq(notaryMemos.outcome, "landed")))
    .orderBy(desc(notaryMemos.size), notaryMemos.slot)
    .limit(1);
  return anchor ?? null;
}

/** The memo that anchored the entry at an index first; null while none is final. */
export async function readAnchorOf(
  q: Queryable,
  { log, index }: { readonly log: string; readonly index: number },
): Promise<MemoRow | null> {
  const [anchor] = await q
    .select()
    .from(notaryMemos)
    .where(and(eq(notaryMemos.log, log), eq(notaryMemos.outcome, "landed"), gt(notaryMemos.size, index)))
    // One memo of a log is sent after the other, so the smallest is the first.
    .orderBy(notaryMemos.size, notaryMemos.slot)
    .limit(1);
  return anchor ?? null;
}

/** SQL for the root, in base64, of the memo that {@link readAnchorOf} finds; null while none is final. */
export const anchorRootOf = ({ log, index }: { readonly log: SQL; readonly index: SQL }): SQL =>
  sql`(select encode(decode(root, 'hex'), 'base64') from ${notaryMemos}
        where log = ${log} and outcome = 'landed' and size > ${index} order by size, slot limit 1)`;

/** The memo of a log that may still land; null while none may. */
export async function readMemoUnderWay(q: Queryable, log: string): Promise<MemoRow | null> {
  const [memo] = await q
    .select()
    .from(notaryMemos)
    .where(and(eq(notaryMemos.log, log), isNull(notaryMemos.outcome)));
  return memo ?? null;
}

/**
 * Logs of a network with entries that no memo has anchored yet, except those that may have lost entries: their notaries
 * may have signed other roots at sizes that they reach again.
 */
export const readLogsToAnchor = (q: Queryable, network: LogRow["network"]): Promise<LogRow[]> =>
  q
    .select()
    .from(logs)
    .where(
      and(
        eq(logs.network, network),
        eq(logs.isLost, false),
        isNull(logs.differsSince),
        isNull(logs.restoredAt),
        sql`${logs.size} > coalesce((select max(size) from ${notaryMemos} where log = ${logs.id} and outcome = 'landed'), 0)`,
      ),
    );

/** Whether such a log is anchored now rather than later (rule LOG-9). */
export function isAnchorDue(log: LogRow, anchor: MemoRow | null, nowMs: number): boolean {
  if (anchor === null || log.urgentSize > anchor.size) return true;
  return nowMs - (anchor.endedAt?.getTime() ?? 0) >= ANCHOR_EVERY_MS;
}

/**
 * Milliseconds for which entries of the open log may have waited for their anchor: since the newest anchor, or since the
 * newest entry of a log without one; 0 when every entry is anchored.
 */
export async function unanchoredForMs(q: Queryable, log: LogRow, nowMs: number): Promise<number> {
  const anchor = await readNewestAnchor(q, log.id);
  if (anchor !== null && anchor.size >= log.size) return 0;
  return Math.max(0, nowMs - (anchor?.endedAt ?? log.newestAt).getTime());
}
