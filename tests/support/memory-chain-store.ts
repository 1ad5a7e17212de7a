import type {
  ChainIdentity,
  ChainPlace,
  ChainStore,
  StoredAccount,
  StoredBlock,
  StoredTransaction,
} from "../../src/localnet/chain/chain-store.ts";

/** A chain store that lives as long as the process; for tests and throwaway chains. */
export function memoryChainStore(): ChainStore {
  let identity: ChainIdentity | null = null;
  const accounts = new Map<string, StoredAccount>();
  const transactions: StoredBlock["transactions"][number][] = [];
  const bySignature = new Map<string, StoredTransaction>();

  return {
    load: async () => identity && { identity, accounts: [...accounts.values()] },

    async create(born, initial) {
      identity = born;
      for (const account of initial) accounts.set(account.address, account);
    },

    async commitBlock(block) {
      for (const entry of block.transactions) {
        transactions.push(entry);
        bySignature.set(entry.transaction.signature, entry.transaction);
      }
      for (const { address, state } of block.accounts) {
        if (state) accounts.set(address, { address, ...state });
        else accounts.delete(address);
      }
    },

    transaction: async (signature) => bySignature.get(signature) ?? null,
    transactionsFrom: async (slot) => records(({ transaction }) => transaction.slot >= slot),
    transactionsInSlot: async (slot) => records(({ transaction }) => transaction.slot === slot),
    countTransactions: async () => transactions.length,

    transactionsOf: async (address, { upToSlot, before, until, limit }) =>
      records(
        ({ transaction, addresses }) =>
          addresses.includes(address) &&
          transaction.slot <= upToSlot &&
          (!before || isBefore(transaction, before)) &&
          (!until || isBefore(until, transaction)),
      )
        .toReversed()
        .slice(0, limit),
  };

  function records(matches: (entry: StoredBlock["transactions"][number]) => boolean): StoredTransaction[] {
    return transactions.filter(matches).map(({ transaction }) => transaction);
  }
}

const isBefore = (one: ChainPlace, other: ChainPlace): boolean =>
  one.slot < other.slot || (one.slot === other.slot && one.position < other.position);
