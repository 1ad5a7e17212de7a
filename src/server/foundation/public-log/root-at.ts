import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { and, asc, eq, lt } from "drizzle-orm";
import { frontierOf, rootOf } from "../../../domain/log/frontier.ts";
import { TILE_WIDTH } from "../../../domain/log/tile.ts";
import { hashLeafBytes } from "../../../domain/merkle-tree.ts";
import type { Queryable } from "../db/database.ts";
import { logBundles } from "../db/schema/public-log.ts";
import { readEntries } from "./pack-bundle.ts";
import type { LogRow } from "./read-log.ts";

/** The root that a log had at a size, hex; null for a size that it never had. */
export async function rootAt(
  q: Queryable,
  log: Pick<LogRow, "id" | "size">,
  size: number,
): Promise<string | null> {
  if (size < 1 || size > log.size) return null;
  const full = Math.floor(size / TILE_WIDTH);
  const bundles = await q
    .select({ root: logBundles.root })
    .from(logBundles)
    .where(and(eq(logBundles.log, log.id), lt(logBundles.index, full)))
    .orderBy(asc(logBundles.index));
  const rest =
    size % TILE_WIDTH === 0 ? [] : (await readEntries(q, log.id, full)).slice(0, size % TILE_WIDTH);
  // A bundle is a whole subtree, so the tree over their roots, and that of the rest as the last leaf, is the log's.
  const leaves: Uint8Array[] = bundles.map(({ root }) => hexToBytes(root));
  if (rest.length > 0) leaves.push(rootOf(frontierOf(rest.map(hashLeafBytes))));
  return bytesToHex(rootOf(frontierOf(leaves)));
}
