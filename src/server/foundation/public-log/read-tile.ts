import { concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { and, asc, eq, gte, lt } from "drizzle-orm";
import { frontierOf, rootOf } from "../../../domain/log/frontier.ts";
import { type Bundle, type Tile, TILE_WIDTH } from "../../../domain/log/tile.ts";
import { hashLeafBytes } from "../../../domain/merkle-tree.ts";
import type { Queryable } from "../db/database.ts";
import { logBundles } from "../db/schema/public-log.ts";
import { gzipBundle, isBundle, readEntries } from "./pack-bundle.ts";

/**
 * The content of a tile; null if the log does not have that many entries (rule LOG-3). Hashes of leaves are computed from
 * the entries, and those above from the roots of the bundles, so that no hash is stored twice.
 */
export async function readTile(
  q: Queryable,
  log: string,
  { level, index, width }: Tile,
): Promise<Uint8Array | null> {
  if (level === 0) {
    const entries = await readEntries(q, log, index);
    return entries.length < width ? null : concatBytes(...entries.slice(0, width).map(hashLeafBytes));
  }
  const bundlesAHash = TILE_WIDTH ** (level - 1);
  const first = index * TILE_WIDTH * bundlesAHash;
  const bundles = width * bundlesAHash;
  if (first + bundles > MAX_BUNDLES) return null;
  const rows = await q
    .select({ root: logBundles.root })
    .from(logBundles)
    .where(and(eq(logBundles.log, log), gte(logBundles.index, first), lt(logBundles.index, first + bundles)))
    .orderBy(asc(logBundles.index));
  if (rows.length < bundles) return null;
  const roots = rows.map(({ root }) => hexToBytes(root));
  return concatBytes(
    ...Array.from({ length: width }, (_, n) =>
      rootOf(frontierOf(roots.slice(n * bundlesAHash, (n + 1) * bundlesAHash))),
    ),
  );
}

/** As their numbers are stored. */
const MAX_BUNDLES = 2 ** 31;

/** A bundle as it is served, gzip; null if the log does not have that many entries (rule LOG-3). */
export async function readPackedBundle(
  q: Queryable,
  log: string,
  { index, width }: Bundle,
): Promise<Uint8Array | null> {
  if (index >= MAX_BUNDLES) return null;
  const [packed] =
    width < TILE_WIDTH
      ? []
      : await q.select({ gzip: logBundles.gzip }).from(logBundles).where(isBundle(log, index));
  if (packed !== undefined) return packed.gzip;
  const entries = await readEntries(q, log, index);
  return entries.length < width ? null : gzipBundle(entries.slice(0, width));
}
