import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { loadOrCreateChain } from "./create-chain.ts";
import type { ChainClock } from "./chain-clock.ts";
import { commitmentOf } from "./commitments.ts";
import { startEngine } from "./chain-engine.ts";
import type { ChainStore } from "./chain-store.ts";
import { signAirdrop } from "./faucet.ts";
import type { LandedTransaction } from "./landed-transaction.ts";
import type { FoundTransaction, LocalChain } from "./local-chain.ts";
import type { Simulation } from "./machine.ts";
import { BLOCKHASH_LIFETIME, blockTime, blockhashAt } from "./slots.ts";
import type { TransactionError } from "./transaction-error.ts";
import { readTransaction } from "./wire-transaction.ts";

export interface LocalChainOptions {
  readonly store: ChainStore;
  readonly clock: ChainClock;
  /** Length of a slot when the chain is created; a stored chain keeps its own. Default 200. */
  readonly slotMs?: number;
  /** The faucet's balance when the chain is created. Default ten million SOL. */
  readonly faucetLamports?: bigint;
  /** Transactions kept in memory in addition to those of the last 150 slots. Default 5000. */
  readonly keepTransactions?: number;
  /** Stops the chain immediately, as a crash would: nothing more is stored. */
  readonly signal?: AbortSignal;
  /**
   * Notified of failures that the chain survives: of the store, after which it goes back to what is stored, and of
   * listeners.
   */
  readonly onFault?: (error: unknown) => void;
}

/** Opens the chain in the store, or creates one (rules LOCALNET-1 to LOCALNET-5). */
export async function openLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { store, clock, keepTransactions = 5000, onFault = () => undefined } = options;
  const { identity, accounts } = await loadOrCreateChain(store, {
    nowMs: clock.now(),
    slotMs: options.slotMs ?? 200,
    faucetLamports: options.faucetLamports ?? 10_000_000_000_000_000n,
  });
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(identity.faucetKey);
  const { signal } = options;
  const engine = await startEngine({
    identity,
    accounts,
    store,
    clock,
    keepTransactions,
    signal,
    onFault,
  });
  const { reached } = engine;
  const found = (transaction: LandedTransaction): FoundTransaction => ({
    record: transaction.record,
    commitment: commitmentOf(transaction),
  });

  return {
    genesisHash: identity.genesisHash,
    faucetAddress: faucet.address,
    stopped: engine.stopped,
    slot: (commitment) => reached.slot(commitment),
    assertRunning: () => engine.assertRunning(),
    blockhash: (slot) => blockhashAt(identity, slot),
    blockTime: (slot) => blockTime(identity, slot),
    isBlockhashValid: (blockhash) => engine.isBlockhashValid(blockhash),
    minimumBalance: (dataBytes) => engine.machine().minimumBalance(dataBytes),
    loadedAddresses: (wire) => engine.machine().loadedAddresses(wire),
    send: (wire) => engine.send(wire),
    subscribe: (listener) => engine.subscribe(listener),
    tick: () => engine.tick(),
    seal: () => engine.seal(),
    close: () => engine.close(),

    account(address, commitment) {
      const current = engine.machine();
      const before = commitment === "finalized" ? engine.recents().storedAccount(address) : undefined;
      return before === undefined ? current.account(address) : before;
    },

    simulate(wire, { verifySignatures, checkBlockhash }) {
      const error = checkBlockhash ? engine.refusal(wire) : null;
      return error === null ? engine.machine().simulate(wire, { verifySignatures }) : notRun(error);
    },

    async airdrop(to, lamports) {
      const slot = reached.slot("processed");
      const lifetime = {
        blockhash: blockhashAt(identity, slot),
        lastValidBlockHeight: slot + BLOCKHASH_LIFETIME,
      };
      const read = readTransaction(await signAirdrop(faucet, { to, lamports, ...lifetime }));
      if (!read.ok) throw new Error(`the faucet signed a bad transaction: ${read.message}`);
      const error = engine.send(read.value);
      if (error !== null) throw new Error(`the faucet cannot pay: ${JSON.stringify(error)}`);
      return read.value.signature;
    },

    recent(signature) {
      const transaction = engine.recents().get(signature);
      return transaction && found(transaction);
    },
    recentTransactions: () => engine.recents().all(),

    async find(signature) {
      const transaction = engine.recents().get(signature);
      if (transaction) return found(transaction);
      const record = await store.transaction(signature);
      return record && { record, commitment: "finalized" };
    },

    transactionsInSlot: (slot) => store.transactionsInSlot(slot),
    transactionCount: () => engine.transactionCount(),
    transactionsOf: (address, { commitment, ...page }) =>
      store.transactionsOf(address, { ...page, upToSlot: reached.slot(commitment) }),
  };
}

const notRun = (error: TransactionError): Simulation => ({
  error,
  unitsConsumed: 0,
  logs: [],
  innerInstructions: [],
  returnData: null,
  accounts: new Map(),
});
