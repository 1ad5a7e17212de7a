import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Hex } from "./fairness.ts";
import { isLamports, type Lamports, lamports, type SignedLamports, sum, ZERO } from "./lamports.ts";
import { EMPTY_ROOT, hashLeaf, hashNode } from "./merkle-tree.ts";
import { climb, growLevels, neighboursOf, type LeafPosition } from "./tree-shape.ts";

/**
 * What the house owes, as a Merkle tree whose nodes hold sums: its root commits to every account, and the root's sum to
 * the total. Each node hashes both sums of its children, so that no part can be reported smaller than what it holds
 * (rule OWED-2).
 */
export interface SumNode<Sum extends SignedLamports = Lamports> {
  /** 64 lower-case hex digits. */
  readonly hash: string;
  readonly sum: Sum;
}

/** The values that a leaf's hash is made of. */
export interface LiabilityLeaf {
  readonly accountHash: string;
  readonly lamports: Lamports;
}

export interface LiabilityTree {
  readonly root: SumNode;
  /**
   * The neighbours from a leaf, counted from 0, up to the root.
   *
   * @throws RangeError when there is no such leaf.
   */
  readonly pathOf: (index: number) => readonly SumNode[];
}

/** Sums are written in eight bytes, and stored by the database as a signed number of that size. */
export const MAX_OWED = 2n ** 63n - 1n;

/** The account of a payment that is on its way: what it carries is owed until it is final. */
export const paymentAccount = (paymentId: string): `payment:${string}` => `payment:${paymentId}`;

/** The salt of an account in one tree: 64 hex digits. Nobody without the tree's secret can tell whose a leaf is. */
export const liabilitySalt = (secret: Uint8Array, account: string): string =>
  bytesToHex(hmac(sha256, secret, utf8ToBytes(account)));

/**
 * An account, hidden behind its salt. Only its owner's name gives this hash, so that one leaf cannot be shown to two
 * owners (rule OWED-2).
 *
 * @throws RangeError when the salt is not 64 hex digits: a longer one could take a part of the name.
 */
export function hashAccount(account: string, salt: string): string {
  if (!/^[0-9a-f]{64}$/.test(salt)) throw new RangeError(`${salt} is no salt`);
  return sha256Hex(`liability:${account}:${salt}`);
}

/** Leaves are in the order of their accounts' hashes, so that nobody can choose the order. */
export const byAccountHash = (one: LiabilityLeaf, other: LiabilityLeaf): number =>
  one.accountHash < other.accountHash ? -1 : one.accountHash > other.accountHash ? 1 : 0;

/**
 * The leaf of an account.
 *
 * @throws RangeError for an amount below zero or beyond eight bytes: nothing may lower the total.
 */
export function liabilityLeaf({ accountHash, lamports: owed }: LiabilityLeaf): SumNode {
  return { hash: hashLeaf(`${accountHash}:${owed}`), sum: withinBounds(owed) };
}

function withinBounds(amount: bigint): Lamports {
  if (amount > MAX_OWED) throw new RangeError(`${amount} lamports are more than there can be`);
  return lamports(amount);
}

function eightBytes(amount: Lamports): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, amount);
  return bytes;
}

const joinSums = (left: SumNode, right: SumNode): SumNode => ({
  hash: bytesToHex(
    hashNode(hexToBytes(left.hash), eightBytes(left.sum), hexToBytes(right.hash), eightBytes(right.sum)),
  ),
  sum: withinBounds(left.sum + right.sum),
});

/**
 * Builds the tree over leaves, or over the nodes of one level of a larger tree. Works in slices: `pause` is awaited in
 * between.
 *
 * @throws RangeError when the sum is more than eight bytes hold.
 */
export async function growLiabilityTree(
  leaves: readonly SumNode[],
  pause: () => Promise<void>,
): Promise<LiabilityTree> {
  const levels = await growLevels(leaves, joinSums, pause);
  const [root = { hash: EMPTY_ROOT, sum: ZERO }] = levels.at(-1) ?? [];
  return { root, pathOf: (index) => neighboursOf(levels, index) };
}

/**
 * The root that a leaf and its path lead to, which has to be compared with hash and total as published; null if a sum
 * is below zero or too large, or if the path does not have the length that belongs to this place (rule OWED-4).
 *
 * @param path as the server sent it: none of it is trusted.
 */
export function rootFromSums(
  leaf: SumNode,
  { path, ...place }: LeafPosition & { readonly path: readonly SumNode<SignedLamports>[] },
): SumNode | null {
  const isSound = (node: SumNode<SignedLamports>): node is SumNode =>
    /^[0-9a-f]{64}$/.test(node.hash) && isLamports(node.sum);
  if (!path.every(isSound)) return null;
  // No sum on the way is larger than the total.
  if (sum([leaf, ...path].map((node) => node.sum)) > MAX_OWED) return null;
  return climb(leaf, place, path, joinSums);
}
