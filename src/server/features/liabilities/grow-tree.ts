import {
  byAccountHash,
  growLiabilityTree,
  hashAccount,
  type LiabilityLeaf,
  liabilityLeaf,
  liabilitySalt,
  type SumNode,
} from "../../../domain/liability-tree.ts";
import { LEAVES_A_ROW, pack } from "./leaf-rows.ts";
import type { OwedAccount } from "./read-owed.ts";

export interface GrownTree {
  readonly root: SumNode;
  /** Number of leaves. */
  readonly count: number;
  /** The leaves in order, and the node above each row of them. */
  readonly rows: readonly { readonly leaves: Buffer; readonly node: SumNode }[];
}

/** Account hashes that take some milliseconds on a slow machine. */
const ACCOUNTS_A_SLICE = 100;

/**
 * Builds the tree over what is owed, however many accounts there are: `pause` is awaited every few milliseconds, so
 * that the server answers other requests meanwhile (rule OWED-3).
 *
 * @param secret of this tree only: another tree's leaf hash reveals nothing about this one's.
 */
export async function growTree(
  owed: readonly OwedAccount[],
  secret: Uint8Array,
  pause: () => Promise<void>,
): Promise<GrownTree> {
  // Bucketed by the first byte of their hashes, since sorting all at once would take a tenth of a second.
  const heaps = Array.from({ length: 256 }, (): LiabilityLeaf[] => []);
  for (const [index, { account, lamports }] of owed.entries()) {
    const accountHash = hashAccount(account, liabilitySalt(secret, account));
    heaps[Number.parseInt(accountHash.slice(0, 2), 16)]?.push({ accountHash, lamports });
    if (index % ACCOUNTS_A_SLICE === ACCOUNTS_A_SLICE - 1) await pause();
  }
  const rows: GrownTree["rows"][number][] = [];
  let row: LiabilityLeaf[] = [];
  const endRow = async () => {
    const { root } = await growLiabilityTree(row.map(liabilityLeaf), pause);
    rows.push({ leaves: pack(row), node: root });
    if (row.length === LEAVES_A_ROW) await pause();
    row = [];
  };
  for (const heap of heaps) {
    for (const leaf of heap.toSorted(byAccountHash)) {
      row.push(leaf);
      if (row.length === LEAVES_A_ROW) await endRow();
    }
  }
  if (row.length > 0) await endRow();
  const { root } = await growLiabilityTree(
    rows.map(({ node }) => node),
    pause,
  );
  return { root, count: owed.length, rows };
}
