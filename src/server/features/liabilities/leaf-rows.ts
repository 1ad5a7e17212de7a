import type { LiabilityLeaf } from "../../../domain/liability-tree.ts";
import { lamports } from "../../../domain/lamports.ts";

/**
 * 2⁸ leaves are stored together, so that the root above them is a node of the whole tree, and the whole tree is the
 * tree of these nodes.
 */
export const LEAVES_A_ROW = 256;
export const HASH_BYTES = 32;
const LEAF_BYTES = HASH_BYTES + 8;

/** For each leaf, the hash of its account and its lamports. */
export function pack(leaves: readonly LiabilityLeaf[]): Buffer {
  const bytes = Buffer.alloc(leaves.length * LEAF_BYTES);
  for (const [index, { accountHash, lamports: owed }] of leaves.entries()) {
    bytes.write(accountHash, index * LEAF_BYTES, "hex");
    bytes.writeBigUInt64BE(owed, index * LEAF_BYTES + HASH_BYTES);
  }
  return bytes;
}

export const unpack = (bytes: Buffer): readonly LiabilityLeaf[] =>
  Array.from({ length: bytes.length / LEAF_BYTES }, (_, index) => {
    const from = index * LEAF_BYTES;
    return {
      accountHash: bytes.toString("hex", from, from + HASH_BYTES),
      lamports: lamports(bytes.readBigUInt64BE(from + HASH_BYTES)),
    };
  });
