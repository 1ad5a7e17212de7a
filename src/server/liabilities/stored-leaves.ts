import { setImmediate } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import {
  growLiabilityTree,
  type LiabilityLeaf,
  liabilityLeaf,
  type SumNode,
} from "../../domain/liability-tree.ts";
import { lamports } from "../../domain/lamports.ts";
import { type Queryable, rowsOf, type Tx } from "../db/database.ts";
import { liabilityLeaves } from "../db/schema/liabilities.ts";
import type { GrownTree } from "./grow-tree.ts";

/** 2⁸ leaves stand in a row, so that the node over them is one of the tree's ninth level. */
const HEIGHT = 8;
const LEAVES_A_ROW = 2 ** HEIGHT;
const HASH_BYTES = 32;
const LEAF_BYTES = HASH_BYTES + 8;
const ROWS_A_STATEMENT = 16;

/** Stores what paths are made of: 40 bytes a leaf. */
export async function storeLeaves(tx: Tx, treeId: bigint, { leaves, levels }: GrownTree): Promise<void> {
  const nodes = levels[Math.min(HEIGHT, levels.length - 1)] ?? [];
  for (let from = 0; from < leaves.length; from += LEAVES_A_ROW * ROWS_A_STATEMENT) {
    const rows = Array.from({ length: ROWS_A_STATEMENT }, (_, place) => from / LEAVES_A_ROW + place)
      .map((number) => ({ number, node: nodes[number] }))
      .flatMap(({ number, node }) =>
        node === undefined
          ? []
          : [
              {
                treeId,
                number,
                leaves: pack(leaves.slice(number * LEAVES_A_ROW, (number + 1) * LEAVES_A_ROW)),
                hash: Buffer.from(node.hash, "hex"),
                sum: node.sum,
              },
            ],
      );
    if (from > 0) await setImmediate();
    await tx.insert(liabilityLeaves).values(rows);
  }
}

export interface PlacedLeaf extends LiabilityLeaf {
  /** From 0. */
  readonly index: number;
  readonly path: readonly SumNode[];
}

/** Those of the accounts that are in the tree, with their places and paths. */
export async function findLeaves(
  q: Queryable,
  treeId: bigint,
  accountHashes: readonly string[],
): Promise<readonly PlacedLeaf[]> {
  const rows = await rowsOf<{ first: Uint8Array; hash: Uint8Array; sum: bigint }>(
    q,
    sql`select substring(leaves from 1 for ${sql.raw(String(HASH_BYTES))}) as first, hash, sum
          from liability_leaves where tree_id = ${treeId} order by number`,
  );
  const firsts = rows.map(({ first }) => hexOf(first));
  const above = await growLiabilityTree(
    rows.map(({ hash, sum }) => ({ hash: hexOf(hash), sum: lamports(sum) })),
    () => setImmediate(),
  );
  const found: PlacedLeaf[] = [];
  for (const accountHash of accountHashes) {
    const number = firsts.findLastIndex((first) => first <= accountHash);
    if (number === -1) continue;
    const leaves = await readRow(q, treeId, number);
    const place = leaves.findIndex((leaf) => leaf.accountHash === accountHash);
    const leaf = leaves[place];
    if (leaf === undefined) continue;
    const within = await growLiabilityTree(leaves.map(liabilityLeaf), () => setImmediate());
    found.push({
      ...leaf,
      index: number * LEAVES_A_ROW + place,
      path: [...within.pathOf(place), ...above.pathOf(number)],
    });
  }
  return found;
}

async function readRow(q: Queryable, treeId: bigint, number: number): Promise<readonly LiabilityLeaf[]> {
  const [row] = await q
    .select({ leaves: liabilityLeaves.leaves })
    .from(liabilityLeaves)
    .where(and(eq(liabilityLeaves.treeId, treeId), eq(liabilityLeaves.number, number)));
  return row === undefined ? [] : unpack(Buffer.from(row.leaves));
}

function pack(leaves: readonly LiabilityLeaf[]): Buffer {
  const bytes = Buffer.alloc(leaves.length * LEAF_BYTES);
  for (const [place, { accountHash, lamports: owed }] of leaves.entries()) {
    bytes.write(accountHash, place * LEAF_BYTES, "hex");
    bytes.writeBigUInt64BE(owed, place * LEAF_BYTES + HASH_BYTES);
  }
  return bytes;
}

const unpack = (bytes: Buffer): readonly LiabilityLeaf[] =>
  Array.from({ length: bytes.length / LEAF_BYTES }, (_, place) => {
    const from = place * LEAF_BYTES;
    return {
      accountHash: bytes.toString("hex", from, from + HASH_BYTES),
      lamports: lamports(bytes.readBigUInt64BE(from + HASH_BYTES)),
    };
  });

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
