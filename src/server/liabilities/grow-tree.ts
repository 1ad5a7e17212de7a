import {
  byAccountHash,
  growLiabilityTree,
  hashAccount,
  type LiabilityLeaf,
  liabilityLeaf,
  liabilitySalt,
  type LiabilityTree,
} from "../../domain/liability-tree.ts";
import type { OwedAccount } from "./read-owed.ts";

export interface GrownTree extends LiabilityTree {
  /** In their order. */
  readonly leaves: readonly LiabilityLeaf[];
}

/** Hashes of accounts that take some milliseconds of a slow machine. */
const ACCOUNTS_A_SLICE = 100;

/**
 * The tree over what is owed, however many accounts there are: `pause` is awaited every few milliseconds, so that the server
 * answers others meanwhile (rule OWED-3).
 *
 * @param secret of this tree alone: what another tree's leaf was called says nothing about this one's.
 */
export async function growTree(
  owed: readonly OwedAccount[],
  secret: Uint8Array,
  pause: () => Promise<void>,
): Promise<GrownTree> {
  // By the first byte of their hashes, for sorting all at once would take a tenth of a second.
  const heaps = Array.from({ length: 256 }, (): LiabilityLeaf[] => []);
  for (const [place, { account, lamports }] of owed.entries()) {
    const accountHash = hashAccount(account, liabilitySalt(secret, account));
    heaps[Number.parseInt(accountHash.slice(0, 2), 16)]?.push({ accountHash, lamports });
    if (place % ACCOUNTS_A_SLICE === ACCOUNTS_A_SLICE - 1) await pause();
  }
  const leaves: LiabilityLeaf[] = [];
  const nodes: ReturnType<typeof liabilityLeaf>[] = [];
  for (const heap of heaps) {
    for (const leaf of heap.toSorted(byAccountHash)) {
      leaves.push(leaf);
      nodes.push(liabilityLeaf(leaf));
      if (leaves.length % ACCOUNTS_A_SLICE === 0) await pause();
    }
  }
  return { leaves, ...(await growLiabilityTree(nodes, pause)) };
}
