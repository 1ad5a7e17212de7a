import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { and, asc, eq, gte, lt } from "drizzle-orm";
import { readBundle, writeBundle } from "../../../domain/log/entry-bundle.ts";
import { frontierOf, rootOf } from "../../../domain/log/frontier.ts";
import { TILE_WIDTH } from "../../../domain/log/tile.ts";
import { hashLeafBytes } from "../../../domain/merkle-tree.ts";
import { isRuleText } from "../../../domain/rule-log.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { logBundles, logEntries } from "../db/schema/public-log.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** As bundles are served and stored. */
export const gzipBundle = (entries: readonly Uint8Array[]): Promise<Uint8Array> =>
  compress(writeBundle(entries));

/** Moves the entries of a bundle that has become full into one compressed row. */
export async function packBundle(tx: Tx, log: string, index: number): Promise<void> {
  const entries = await readLooseEntries(tx, log, index);
  if (entries.length !== TILE_WIDTH) throw new Error(`bundle ${index} has ${entries.length} entries`);
  const root = bytesToHex(rootOf(frontierOf(entries.map(hashLeafBytes))));
  const decoder = new TextDecoder();
  const hasRules = entries.some((entry) => isRuleText(decoder.decode(entry)));
  await tx.insert(logBundles).values({ log, index, gzip: await gzipBundle(entries), root, hasRules });
  await tx.delete(logEntries).where(inBundle(log, index));
}

/** The entries of a bundle, in order, as far as the log has them. */
export async function readEntries(q: Queryable, log: string, index: number): Promise<readonly Uint8Array[]> {
  const loose = await readLooseEntries(q, log, index);
  // Packed now, or between the two statements: they are in one place or the other, whole.
  const [packed] = loose.length === 0 ? await q.select().from(logBundles).where(isBundle(log, index)) : [];
  if (packed === undefined) return loose;
  const entries = readBundle(await decompress(packed.gzip));
  if (entries === null) throw new Error(`bundle ${index} of log ${log} is damaged`);
  return entries;
}

async function readLooseEntries(q: Queryable, log: string, index: number): Promise<readonly Uint8Array[]> {
  const rows = await q
    .select({ entry: logEntries.entry })
    .from(logEntries)
    .where(inBundle(log, index))
    .orderBy(asc(logEntries.index));
  return rows.map(({ entry }) => utf8ToBytes(entry));
}

const inBundle = (log: string, index: number) =>
  and(
    eq(logEntries.log, log),
    gte(logEntries.index, index * TILE_WIDTH),
    lt(logEntries.index, (index + 1) * TILE_WIDTH),
  );

export const isBundle = (log: string, index: number) =>
  and(eq(logBundles.log, log), eq(logBundles.index, index));
