import type { AccountState } from "./chain-store.ts";
import type { LandedTransaction } from "./landed-transaction.ts";

/**
 * The newest transactions: enough to refuse a signature seen before while its blockhash is valid, to show accounts as
 * they are stored, and to answer most questions without the store.
 */
export interface RecentTransactions {
  get(signature: string): LandedTransaction | null;
  add(transaction: LandedTransaction): void;
  /** Oldest first. */
  all(): Iterable<LandedTransaction>;
  /**
   * The account as it is stored; undefined when no change of it waits to be stored, so that its present state applies.
   */
  storedAccount(address: string): AccountState | null | undefined;
  /** Its block is stored. */
  stored(transaction: LandedTransaction): void;
  /** Drops the oldest beyond `keep`, but none of `slot` or later. */
  trim(keep: number, slot: number): void;
}

export function recentTransactions(): RecentTransactions {
  const bySignature = new Map<string, LandedTransaction>();
  const changesOf = new Map<string, LandedTransaction[]>();

  return {
    get: (signature) => bySignature.get(signature) ?? null,
    all: () => bySignature.values(),

    add(transaction) {
      bySignature.set(transaction.record.signature, transaction);
      if (transaction.isStored) return;
      for (const address of transaction.before.keys()) {
        const changes = changesOf.get(address);
        if (changes) changes.push(transaction);
        else changesOf.set(address, [transaction]);
      }
    },

    storedAccount: (address) => changesOf.get(address)?.[0]?.before.get(address),

    stored(transaction) {
      for (const address of transaction.before.keys()) {
        const changes = changesOf.get(address);
        if (changes?.[0] === transaction) changes.shift();
        if (changes?.length === 0) changesOf.delete(address);
      }
    },

    trim(keep, slot) {
      for (const [signature, { record }] of bySignature) {
        if (bySignature.size <= keep || record.slot >= slot) return;
        bySignature.delete(signature);
      }
    },
  };
}
