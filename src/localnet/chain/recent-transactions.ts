import type { AccountState } from "./chain-store.ts";
import type { LandedTransaction } from "./landed-transaction.ts";

/**
 * The newest transactions: enough to refuse a signature seen before while its blockhash is valid, to reconstruct
 * accounts at an older commitment, and to answer most questions without the store.
 */
export interface RecentTransactions {
  get(signature: string): LandedTransaction | null;
  add(transaction: LandedTransaction): void;
  /** Oldest first. */
  all(): Iterable<LandedTransaction>;
  /**
   * The account before the first change that `reached` rejects; undefined when there was none, which means that the
   * account's present state applies.
   */
  accountBefore(
    address: string,
    reached: (transaction: LandedTransaction) => boolean,
  ): AccountState | null | undefined;
  /** No commitment lags behind this transaction any longer. */
  finalized(transaction: LandedTransaction): void;
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
      for (const address of transaction.before.keys()) {
        const changes = changesOf.get(address);
        if (changes) changes.push(transaction);
        else changesOf.set(address, [transaction]);
      }
    },

    accountBefore(address, reached) {
      // Commitments are reached in order, so the changes not reached yet are the last ones.
      let first: LandedTransaction | null = null;
      for (const transaction of (changesOf.get(address) ?? []).toReversed()) {
        if (reached(transaction)) break;
        first = transaction;
      }
      return first?.before.get(address);
    },

    finalized(transaction) {
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
