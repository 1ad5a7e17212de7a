import type { AccountState, ChainStore } from "./chain-store.ts";
import type { LandedTransaction } from "./landed-transaction.ts";

interface PendingBlock {
  readonly slot: number;
  readonly transactions: LandedTransaction[];
  /** Last state of every account that the block changed. */
  readonly states: Map<string, AccountState | null>;
}

interface BlockQueueOptions {
  readonly store: ChainStore;
  /** Aborted: nothing more is stored. */
  readonly signal: AbortSignal;
  readonly onStored: (transactions: readonly LandedTransaction[]) => void;
  /** The store failed; whether it kept the block is unknown. Everything that was queued is dropped. */
  readonly onFailed: (error: unknown) => Promise<void>;
}

/** Blocks that ran but are not stored yet, oldest first; the last one may still grow. */
export interface BlockQueue {
  add(transaction: LandedTransaction, states: Iterable<readonly [string, AccountState | null]>): void;
  /** Stores all blocks up to `slot`. What is added to the same slot later is stored by a later call. */
  storeUpTo(slot: number): Promise<void>;
  /** Slot of the oldest block that is not stored, or null. */
  oldestSlot(): number | null;
  countTransactions(): number;
}

export function blockQueue({ store, signal, onStored, onFailed }: BlockQueueOptions): BlockQueue {
  let waiting: PendingBlock[] = [];
  let beingStored: PendingBlock | null = null;
  let running: Promise<void> | null = null;
  let target = -1;

  const run = async () => {
    for (;;) {
      const block = waiting[0];
      if (!block || block.slot > target || signal.aborted) return;
      waiting.shift();
      beingStored = block;
      try {
        await store.commitBlock(storedForm(block));
      } catch (error) {
        waiting = [];
        await onFailed(error);
        return;
      } finally {
        beingStored = null;
      }
      for (const transaction of block.transactions) transaction.isStored = true;
      onStored(block.transactions);
    }
  };

  return {
    add(transaction, states) {
      const { slot } = transaction.record;
      let block = waiting.at(-1);
      if (block?.slot !== slot) {
        block = { slot, transactions: [], states: new Map() };
        waiting.push(block);
      }
      block.transactions.push(transaction);
      for (const [address, state] of states) block.states.set(address, state);
    },

    async storeUpTo(slot) {
      target = Math.max(target, slot);
      running ??= run().finally(() => {
        running = null;
      });
      await running;
    },

    oldestSlot: () => (beingStored ?? waiting[0])?.slot ?? null,

    countTransactions: () =>
      [beingStored, ...waiting].reduce((count, block) => count + (block?.transactions.length ?? 0), 0),
  };
}

const storedForm = ({ slot, transactions, states }: PendingBlock) => ({
  slot,
  transactions: transactions.map(({ record, accounts }) => ({
    transaction: record,
    addresses: [...new Set(accounts)],
  })),
  accounts: [...states].map(([address, state]) => ({ address, state })),
});
