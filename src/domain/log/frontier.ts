import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { EMPTY_ROOT, hashNode } from "../merkle-tree.ts";

/**
 * All that has to be stored of a Merkle tree to append to it and to know its root (RFC 6962, section 2.1): the roots of
 * its complete subtrees, one for each bit that is set in its size, the largest and leftmost first (rule LOG-1).
 */
export interface Frontier {
  /** Number of leaves. */
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
}

export const HASH_BYTES = 32;

export const EMPTY_FRONTIER: Frontier = { size: 0, peaks: [] };

/** The tree with one more leaf, given by its hash. */
function appendLeaf({ size, peaks }: Frontier, leaf: Uint8Array): Frontier {
  const grown = [...peaks];
  let node = leaf;
  // A subtree as large as the one that the leaf completed stands to the left for each trailing bit that is set.
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    const left = grown.pop();
    if (left === undefined) throw new RangeError(`a tree of ${size} leaves has more peaks`);
    node = hashNode(left, node);
  }
  return { size: size + 1, peaks: [...grown, node] };
}

/** The root hash, MTH of RFC 6962. */
export function rootOf({ peaks }: Frontier): Uint8Array {
  return peaks.length === 0
    ? hexToBytes(EMPTY_ROOT)
    : peaks.reduceRight((right, left) => hashNode(left, right));
}

/** The frontier after these leaf hashes, of a tree that had `before`. */
export const frontierOf = (leaves: readonly Uint8Array[], before = EMPTY_FRONTIER): Frontier =>
  leaves.reduce(appendLeaf, before);

/** The peaks as they are stored: their hashes in hex, one after the other. */
export const writePeaks = ({ peaks }: Frontier): string => bytesToHex(concatBytes(...peaks));

/** @throws RangeError when a tree of this size has another number of peaks. */
export function readFrontier(size: number, stored: string): Frontier {
  const peaks = (stored.match(/.{64}/g) ?? []).map((hash) => hexToBytes(hash));
  const rootCount = size.toString(2).replaceAll("0", "").length;
  if (peaks.length !== rootCount || stored.length !== rootCount * HASH_BYTES * 2) {
    throw new RangeError(`a tree of ${size} leaves has ${rootCount} peaks`);
  }
  return { size, peaks };
}
