import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * A Merkle tree over SHA-256 as RFC 9162 has it: a leaf is hashed behind a byte 0, a node behind a byte 1, so that
 * neither passes for the other, and a last node without a neighbour goes up unchanged (rule FAIR-16). Hashes are 64
 * lower-case hex digits.
 */
export interface MerkleTree {
  readonly root: string;
  /** The neighbours that lead from a leaf, counted from 0, to the root; from the leaf up, joined to one text. */
  readonly pathOf: (index: number) => string;
}

const HASH_DIGITS = 64;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of a tree without a leaf. */
export const EMPTY_ROOT = bytesToHex(sha256(new Uint8Array()));

/** The hash of what a leaf says. */
export const hashLeaf = (text: string): string => bytesToHex(sha256(concatBytes(LEAF, utf8ToBytes(text))));

const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(NODE, left, right));

/** Hashes that take about a millisecond of a slow machine. */
const HASHES_A_SLICE = 256;

/**
 * Builds the tree over hashes of leaves. Large ones in slices: `pause` is awaited between them, so that whoever builds it can
 * do something else meanwhile.
 *
 * @example const { root, pathOf } = await growMerkleTree(leaves, nextTurn);
 */
export async function growMerkleTree(
  leaves: readonly string[],
  pause: () => Promise<void>,
): Promise<MerkleTree> {
  const levels: Uint8Array[][] = [leaves.map((leaf) => hexToBytes(leaf))];
  let hashed = 0;
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left === undefined) throw new RangeError(`no node ${at}`);
      above.push(right === undefined ? left : hashNode(left, right));
      hashed += 1;
      if (hashed % HASHES_A_SLICE === 0) await pause();
    }
    levels.push(above);
  }
  const [root] = levels.at(-1) ?? [];
  return {
    root: root === undefined ? EMPTY_ROOT : bytesToHex(root),
    pathOf(index) {
      if (!Number.isSafeInteger(index) || index < 0 || index >= leaves.length) {
        throw new RangeError(`leaf ${index} of ${leaves.length}`);
      }
      return levels
        .slice(0, -1)
        .map((level, height) => level[(index >> height) ^ 1])
        .filter((neighbour) => neighbour !== undefined)
        .map(bytesToHex)
        .join("");
    },
  };
}

/**
 * The root that a leaf's hash and its path lead to in a tree of so many leaves, which has to be compared with the one that
 * was published; null where the path has not the length that this place has.
 */
export function rootFromPath(
  leaf: string,
  { index, count, path }: { readonly index: number; readonly count: number; readonly path: string },
): string | null {
  if (index < 0 || index >= count || !/^(?:[0-9a-f]{64})*$/.test(path)) return null;
  let hash: Uint8Array = hexToBytes(leaf);
  let at = index;
  let last = count - 1;
  let read = 0;
  for (; last > 0; at >>= 1, last >>= 1) {
    // Without a neighbour it goes up unchanged.
    if (at === last && at % 2 === 0) continue;
    const neighbour = path.slice(read, read + HASH_DIGITS);
    if (neighbour === "") return null;
    read += HASH_DIGITS;
    hash = at % 2 === 0 ? hashNode(hash, hexToBytes(neighbour)) : hashNode(hexToBytes(neighbour), hash);
  }
  return read === path.length ? bytesToHex(hash) : null;
}
