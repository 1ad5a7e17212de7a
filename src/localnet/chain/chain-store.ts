import type { TransactionError } from "./transaction-error.ts";

/** An account as the chain stores it. An account without lamports does not exist. */
export interface AccountState {
  readonly lamports: bigint;
  /** Address of the owning program. */
  readonly owner: string;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

export interface StoredAccount extends AccountState {
  readonly address: string;
}

/** What makes this chain unique; written once. */
export interface ChainIdentity {
  readonly genesisHash: string;
  /** 32 bytes that feed the blockhashes. */
  readonly secret: Uint8Array;
  /** 32-byte ed25519 private key of the faucet. */
  readonly faucetKey: Uint8Array;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly slotMs: number;
}

export interface InnerInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  /** base58 */
  readonly data: string;
  readonly stackHeight: number;
}

/** Everything that is stored of a transaction; the rest of what the RPC reports follows from `wire`. */
export interface StoredTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Position within the block, from 0. */
  readonly position: number;
  /** The signed transaction, base64. */
  readonly wire: string;
  /** Null on success. A failed transaction is in the block too, and its fee is charged. */
  readonly error: TransactionError | null;
  readonly unitsConsumed: number;
  readonly logs: readonly string[];
  /** Addresses resolved through lookup tables; they follow the static accounts. */
  readonly loadedWritable: readonly string[];
  readonly loadedReadonly: readonly string[];
  /** Lamports of every account, static ones first, before and after. */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly InnerInstruction[];
  }[];
}

export interface StoredBlock {
  readonly slot: number;
  /** In order of execution; `position` continues where an earlier part of the same slot ended. */
  readonly transactions: readonly {
    readonly transaction: StoredTransaction;
    /** Every address that the transaction names, each once. */
    readonly addresses: readonly string[];
  }[];
  /** The last state of every account that changed; null for one that ceased to exist. */
  readonly accounts: readonly { readonly address: string; readonly state: AccountState | null }[];
}

interface HistoryPage {
  /** Only transactions of this slot or earlier. */
  readonly upToSlot: number;
  /** Only transactions before this place, exclusive. */
  readonly before: ChainPlace | null;
  /** Only transactions after this place, exclusive. */
  readonly until: ChainPlace | null;
  readonly limit: number;
}

/** A transaction's place in the chain's total order. */
export interface ChainPlace {
  readonly slot: number;
  readonly position: number;
}

/**
 * Persistent storage of the chain. What is not in here has not happened: a transaction is reported final only after
 * `commitBlock` resolved (rule LOCALNET-1).
 */
export interface ChainStore {
  /** Null when the chain was never created. */
  load(): Promise<{ identity: ChainIdentity; accounts: readonly StoredAccount[] } | null>;
  create(identity: ChainIdentity, accounts: readonly StoredAccount[]): Promise<void>;
  /** Stores the whole block or nothing. */
  commitBlock(block: StoredBlock): Promise<void>;
  transaction(signature: string): Promise<StoredTransaction | null>;
  /** Oldest first. */
  transactionsFrom(slot: number): Promise<readonly StoredTransaction[]>;
  /** In order of execution. */
  transactionsInSlot(slot: number): Promise<readonly StoredTransaction[]>;
  /** Newest first. */
  transactionsOf(address: string, page: HistoryPage): Promise<readonly StoredTransaction[]>;
  countTransactions(): Promise<number>;
}
