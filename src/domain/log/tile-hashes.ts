import { hexToBytes } from "@noble/hashes/utils.js";
import { EMPTY_ROOT, hashNode } from "../merkle-tree.ts";
import { frontierOf, HASH_BYTES, rootOf } from "./frontier.ts";
import { type Tile, TILE_HEIGHT, TILE_WIDTH, widthOf } from "./tile.ts";

/** Returns the bytes of a tile, from a file, a database or a server. */
type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** A tree of which only tiles are at hand. */
export interface TiledTree {
  readonly size: number;
  readonly readTile: ReadTile;
}

/** A tile that has not the length which its width demands. */
export class DamagedTile extends Error {
  override readonly name = "DamagedTile";
}

/**
 * The hash over the leaves from `from` up to `to`, which is not included: MTH(D[from:to]) of RFC 6962, section 2.1.
 * `from` has to be a multiple of the largest power of two below or at their number, as it is wherever the RFC splits.
 */
export async function rangeHash(tree: TiledTree, from: number, to: number): Promise<Uint8Array> {
  if (from === to) return hexToBytes(EMPTY_ROOT);
  const split = splitOf(to - from);
  if (split === null) return subtreeHash(tree, Math.log2(to - from), from);
  const [left, right] = await Promise.all([
    rangeHash(tree, from, from + split),
    rangeHash(tree, from + split, to),
  ]);
  return hashNode(left, right);
}

/** Where RFC 6962 splits `count` leaves: the largest power of two below it; null if it is a power of two itself. */
export function splitOf(count: number): number | null {
  const below = 2 ** Math.floor(Math.log2(count));
  return below === count ? null : below;
}

/** The root of the complete subtree of 2^height leaves that begins with leaf `from`; it lies in one tile. */
async function subtreeHash(tree: TiledTree, height: number, from: number): Promise<Uint8Array> {
  const level = Math.floor(height / TILE_HEIGHT);
  const first = from / TILE_WIDTH ** level;
  const index = Math.floor(first / TILE_WIDTH);
  const hashes = await readHashes(tree, { level, index });
  const begin = first - index * TILE_WIDTH;
  return rootOf(frontierOf(hashes.slice(begin, begin + 2 ** (height % TILE_HEIGHT))));
}

async function readHashes(
  { size, readTile }: TiledTree,
  at: Omit<Tile, "width">,
): Promise<readonly Uint8Array[]> {
  const tile = { ...at, width: widthOf(size, at) };
  const bytes = await readTile(tile);
  if (bytes.length !== tile.width * HASH_BYTES) throw new DamagedTile(JSON.stringify(tile));
  return Array.from({ length: tile.width }, (_, n) => bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES));
}
