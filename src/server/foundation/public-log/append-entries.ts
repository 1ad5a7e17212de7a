import { eq } from "drizzle-orm";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { type EntryContent, writeEntry } from "../../../domain/log/entry.ts";
import { frontierOf, readFrontier, writePeaks } from "../../../domain/log/frontier.ts";
import { TILE_WIDTH } from "../../../domain/log/tile.ts";
import { hashLeafBytes } from "../../../domain/merkle-tree.ts";
import type { Tx } from "../db/database.ts";
import { inChunks } from "../db/in-chunks.ts";
import { logEntries, logs } from "../db/schema/public-log.ts";
import { isUrgent } from "./anchors.ts";
import { packBundle } from "./pack-bundle.ts";

/** Where entries stand in the log. */
export interface AppendedEntries {
  /** The log's id. */
  readonly log: string;
  /** Index of the first; the others follow it. */
  readonly first: number;
  /** The log's size with them: a checkpoint of at least this size covers them. */
  readonly size: number;
}

/**
 * Appends entries to the open log, in the transaction of what they report (rule LOG-6). Call it last except for
 * the audit row: until the transaction ends nobody else can append. Null while no log is open, when nothing has to be said: a log begins with
 * every rule in force.
 *
 * @param at when it happened; an entry is never given an earlier time than the one before it.
 */
export async function appendEntries(
  tx: Tx,
  at: Date,
  contents: readonly EntryContent[],
): Promise<AppendedEntries | null> {
  const [log] = await tx.select().from(logs).where(eq(logs.isOpen, true)).for("update");
  if (log === undefined) return null;
  const newestAt = at > log.newestAt ? at : log.newestAt;
  const entries = contents.map((content) => writeEntry(content, newestAt));
  const leaves = entries.map((entry) => hashLeafBytes(utf8ToBytes(entry)));
  const frontier = frontierOf(leaves, readFrontier(log.size, log.peaks));
  await inChunks(
    entries.map((entry, n) => ({ log: log.id, index: log.size + n, entry })),
    async (chunk) => void (await tx.insert(logEntries).values([...chunk])),
  );
  await tx
    .update(logs)
    .set({
      size: frontier.size,
      peaks: writePeaks(frontier),
      newestAt,
      ...(contents.some(isUrgent) && { urgentSize: frontier.size }),
    })
    .where(eq(logs.id, log.id));
  for (let index = bundleOf(log.size); index < bundleOf(frontier.size); index += 1) {
    await packBundle(tx, log.id, index);
  }
  return { log: log.id, first: log.size, size: frontier.size };
}

const bundleOf = (entry: number) => Math.floor(entry / TILE_WIDTH);
