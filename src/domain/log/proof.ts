import { bytesToHex } from "@noble/hashes/utils.js";
import { hashNode } from "../merkle-tree.ts";
import { rangeHash, splitOf, type TiledTree } from "./tile-hashes.ts";

/** Hashes of neighbouring subtrees, from the leaf up. */
export type Proof = readonly Uint8Array[];

/** A tree as a checkpoint states it. */
export interface TreeHead {
  /** Number of leaves. */
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * The hashes that lead from a leaf to the root: PATH of RFC 6962, section 2.1.1 (rule LOG-2).
 *
 * @throws RangeError when the tree has no such leaf.
 */
export async function inclusionProof(tree: TiledTree, index: number): Promise<Proof> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) {
    throw new RangeError(`leaf ${index} of ${tree.size}`);
  }
  const path = async (from: number, to: number): Promise<Proof> => {
    if (to - from === 1) return [];
    const middle = from + splitBelow(to - from);
    return index < middle
      ? [...(await path(from, middle)), await rangeHash(tree, middle, to)]
      : [...(await path(middle, to)), await rangeHash(tree, from, middle)];
  };
  return path(0, tree.size);
}

/**
 * Shows that the tree of the first `oldSize` leaves is the beginning of this one: PROOF of RFC 6962, section 2.1.2
 * (rule LOG-2). Empty if the sizes are equal, and for an empty old tree, of which nothing has to be shown.
 *
 * @throws RangeError when the tree is smaller.
 */
export async function consistencyProof(tree: TiledTree, oldSize: number): Promise<Proof> {
  if (!Number.isSafeInteger(oldSize) || oldSize < 0 || oldSize > tree.size) {
    throw new RangeError(`${oldSize} leaves of ${tree.size}`);
  }
  if (oldSize === 0 || oldSize === tree.size) return [];
  const subproof = async (from: number, to: number, isOldRoot: boolean): Promise<Proof> => {
    if (to === oldSize) return isOldRoot ? [] : [await rangeHash(tree, from, to)];
    const middle = from + splitBelow(to - from);
    return oldSize <= middle
      ? [...(await subproof(from, middle, isOldRoot)), await rangeHash(tree, middle, to)]
      : [...(await subproof(middle, to, false)), await rangeHash(tree, from, middle)];
  };
  return subproof(0, tree.size, true);
}

/** The largest power of two below `count`. */
const splitBelow = (count: number) => splitOf(count) ?? count / 2;

/** Whether the proof leads from the leaf's hash to the root (RFC 9162, section 2.1.3.2; rule LOG-2). */
export function provesInclusion(
  { size, root }: TreeHead,
  { index, leaf, proof }: { readonly index: number; readonly leaf: Uint8Array; readonly proof: Proof },
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let [at, last] = [index, size - 1];
  let node = leaf;
  for (const neighbour of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      node = hashNode(neighbour, node);
      // Without a right neighbour the node moves up unchanged.
      for (; at % 2 === 0 && at !== 0; last = half(last)) at = half(at);
    } else {
      node = hashNode(node, neighbour);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(node, root);
}

/** Whether the proof shows that the newer tree only added to the older one (RFC 9162, section 2.1.4.2; rule LOG-2). */
export function provesConsistency(older: TreeHead, newer: TreeHead, proof: Proof): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isEqual(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  let [at, last] = [older.size - 1, newer.size - 1];
  for (; at % 2 === 1; last = half(last)) at = half(at);
  // A whole subtree of the older tree's size is where the climb begins, and is not repeated in the proof.
  const [first, ...rest] = at === 0 ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let [oldNode, newNode] = [first, first];
  for (const neighbour of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      oldNode = hashNode(neighbour, oldNode);
      newNode = hashNode(neighbour, newNode);
      for (; at % 2 === 0 && at !== 0; last = half(last)) at = half(at);
    } else {
      newNode = hashNode(newNode, neighbour);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(oldNode, older.root) && isEqual(newNode, newer.root);
}

/** Not a shift, which works on 31 bits. */
const half = (position: number) => Math.floor(position / 2);

const isEqual = (left: Uint8Array, right: Uint8Array) => bytesToHex(left) === bytesToHex(right);
