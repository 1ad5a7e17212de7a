import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { climb, growLevels, neighboursOf, type LeafPosition } from "./tree-shape.ts";

/**
 * A SHA-256 Merkle tree as in RFC 9162: a leaf is hashed after a 0 byte, a node after a 1 byte, so that neither passes
 * for the other, and a last node without a neighbour moves up unchanged (rule FAIR-16). Hashes are 64 lower-case hex
 * digits.
 */
export interface MerkleTree {
  readonly root: string;
  /** The neighbours that lead from a leaf, counted from 0, to the root; from the leaf up, joined to one text. */
  readonly pathOf: (index: number) => string;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of a tree without leaves. */
export const EMPTY_ROOT = bytesToHex(sha256(new Uint8Array()));

/** The hash of a leaf, from its text. */
export const hashLeaf = (text: string): string => bytesToHex(hashLeafBytes(utf8ToBytes(text)));

/** The hash of a leaf, from its bytes. */
export const hashLeafBytes = (leaf: Uint8Array): Uint8Array => sha256(concatBytes(LEAF, leaf));

/** The hash of a node, from the bytes of its children. */
export const hashNode = (...parts: readonly Uint8Array[]): Uint8Array => sha256(concatBytes(NODE, ...parts));

/**
 * The root over leaf hashes, computed in one go; for large trees, {@link growMerkleTree} lets other work run meanwhile.
 */
export function merkleRoot(leaves: readonly string[]): string {
  let level: Uint8Array[] = leaves.map((leaf) => hexToBytes(leaf));
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left !== undefined) above.push(right === undefined ? left : hashNode(left, right));
    }
    level = above;
  }
  const [root] = level;
  return root === undefined ? EMPTY_ROOT : bytesToHex(root);
}

/**
 * Builds the tree over leaf hashes. Large trees are built in slices: `pause` is awaited in between, so that the caller
 * can do something else meanwhile.
 *
 * @example const { root, pathOf } = await growMerkleTree(leaves, nextTurn);
 */
export async function growMerkleTree(
  leaves: readonly string[],
  pause: () => Promise<void>,
): Promise<MerkleTree> {
  const levels = await growLevels<Uint8Array>(leaves.map(hexToBytes), hashNode, pause);
  const [root] = levels.at(-1) ?? [];
  return {
    root: root === undefined ? EMPTY_ROOT : bytesToHex(root),
    pathOf: (index) => neighboursOf(levels, index).map(bytesToHex).join(""),
  };
}

/**
 * The root that a leaf's hash and its path lead to in a tree of `count` leaves, which has to be compared with the
 * published one; null if the path does not have the length that belongs to this place.
 */
export function rootFromPath(
  leaf: string,
  { path, ...place }: LeafPosition & { readonly path: string },
): string | null {
  if (!/^(?:[0-9a-f]{64})*$/.test(path)) return null;
  const neighbours = (path.match(/.{64}/g) ?? []).map((neighbour) => hexToBytes(neighbour));
  const root = climb<Uint8Array>(hexToBytes(leaf), place, neighbours, hashNode);
  return root === null ? null : bytesToHex(root);
}
