import { setImmediate } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import {
  growLiabilityTree,
  type LiabilityLeaf,
  liabilityLeaf,
  type SumNode,
} from "../../../domain/liability-tree.ts";
import { lamports } from "../../../domain/lamports.ts";
import { type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { liabilityLeaves } from "../../foundation/db/schema/liabilities.ts";
import type { GrownTree } from "./grow-tree.ts";
import { HASH_BYTES, LEAVES_A_ROW, unpack } from "./leaf-rows.ts";

/** Rows that take the embedded database some milliseconds. */
const ROWS_A_STATEMENT = 4;

/** Stores what paths are built from: 40 bytes per leaf. */
export async function storeLeaves(tx: Tx, treeId: bigint, { rows }: GrownTree): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    if (from > 0) await setImmediate();
    await tx.insert(liabilityLeaves).values(
      rows.slice(from, from + ROWS_A_STATEMENT).map(({ leaves, node }, index) => ({
        treeId,
        number: from + index,
        leaves,
        hash: Buffer.from(node.hash, "hex"),
        sum: node.sum,
      })),
    );
  }
}

export interface PlacedLeaf extends LiabilityLeaf {
  /** Counted from 0. */
  readonly index: number;
  readonly path: readonly SumNode[];
}

/** The leaves of those accounts that are in the tree, with their indexes and paths. */
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

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
