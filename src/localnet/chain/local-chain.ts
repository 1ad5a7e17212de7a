import type { AccountState, ChainPlace, StoredTransaction } from "./chain-store.ts";
import type { ChainCommitment } from "./commitments.ts";
import type { LandedTransaction } from "./landed-transaction.ts";
import type { LoadedAddresses, Simulation } from "./machine.ts";
import type { TransactionError } from "./transaction-error.ts";
import type { WireTransaction } from "./wire-transaction.ts";

/** The chain cannot answer: it was closed, or its store failed and the true state was not read back yet. */
export class ChainHalted extends Error {
  override readonly name = "ChainHalted";
}

export type ChainEvent =
  | { readonly kind: "slot"; readonly slot: number; readonly root: number }
  | {
      readonly kind: "transactions";
      /** The commitment that these transactions have just reached. */
      readonly commitment: ChainCommitment;
      readonly transactions: readonly LandedTransaction[];
    };

export interface FoundTransaction {
  readonly record: StoredTransaction;
  readonly commitment: ChainCommitment;
}

/** An embedded Solana chain of one validator. Every slot has a block, so slots are block heights too. */
export interface LocalChain {
  readonly genesisHash: string;
  readonly faucetAddress: string;
  /** Aborted when the chain has stopped permanently. */
  readonly stopped: AbortSignal;
  /** Throws `ChainHalted` while nothing that the chain reports can be trusted. */
  assertRunning(): void;
  slot(commitment: ChainCommitment): number;
  blockhash(slot: number): string;
  /** Seconds since the Unix epoch. */
  blockTime(slot: number): number;
  /** Whether a transaction with this blockhash may land now. */
  isBlockhashValid(blockhash: string): boolean;
  account(address: string, commitment: ChainCommitment): AccountState | null;
  minimumBalance(dataBytes: number): bigint;
  /** What the transaction takes from lookup tables; null when a table cannot serve it. */
  loadedAddresses(wire: WireTransaction): LoadedAddresses | null;
  simulate(
    wire: WireTransaction,
    options: { verifySignatures: boolean; checkBlockhash: boolean },
  ): Simulation;
  /** Runs the transaction in the current slot. Returns the error that prevented it from entering the block. */
  send(wire: WireTransaction): TransactionError | null;
  /** Signs and sends a transfer from the faucet; resolves with its signature. */
  airdrop(to: string, lamports: bigint): Promise<string>;
  /** Looks up a transaction in memory, which holds at least those of the last 150 slots. */
  recent(signature: string): FoundTransaction | null;
  /** Oldest first. */
  recentTransactions(): Iterable<LandedTransaction>;
  /** Any transaction, however old. */
  find(signature: string): Promise<FoundTransaction | null>;
  /** In order of execution; only stored ones. */
  transactionsInSlot(slot: number): Promise<readonly StoredTransaction[]>;
  /** Newest first; only stored ones. `before` and `until` are exclusive. */
  transactionsOf(
    address: string,
    page: { commitment: ChainCommitment; before: ChainPlace | null; until: ChainPlace | null; limit: number },
  ): Promise<readonly StoredTransaction[]>;
  /** Number of stored transactions. */
  transactionCount(): number;
  subscribe(listener: (event: ChainEvent) => void): () => void;
  /** Stores the blocks of past slots and notifies listeners of what was reached. The chain's timer calls it. */
  tick(): Promise<void>;
  /** Stores everything that ran so far, including the current slot, which is final then. */
  seal(): Promise<void>;
  /** Seals and stops. */
  close(): Promise<void>;
}
