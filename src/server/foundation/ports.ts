import type { Lamports, SignedLamports } from "../../domain/lamports.ts";
import type { SocketEventName, SocketEventPayload } from "../../contract/wire/socket-events.ts";

/** The only source of time in the server. Tests advance it by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The only source of randomness in the server. */
export interface Entropy {
  bytes(length: number): Uint8Array;
}

/** Maximum number of accounts that a node reports on in one call. */
export const MAX_ACCOUNTS = 100;

export interface RecentBlockhash {
  /** The slot of its block: a transaction that uses this blockhash lands in a later one. */
  readonly slot: bigint;
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

/** A transaction in a final block. */
export interface SignatureStatus {
  readonly slot: bigint;
  /** Null when the transaction succeeded, otherwise the chain's error as text. */
  readonly error: string | null;
}

export interface AddressSignature {
  readonly signature: string;
  readonly slot: bigint;
  readonly error: string | null;
  /** As nodes write it: `[length in bytes] text`, several joined by `; `. Null without a memo. */
  readonly memo: string | null;
}

/** An instruction as stored on the chain; accounts and data already resolved. */
export interface ChainInstruction {
  readonly programAddress: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

export interface ChainTransaction {
  readonly signature: string;
  readonly slot: bigint;
  /** Milliseconds since the Unix epoch; null when the node does not know it. */
  readonly blockTime: number | null;
  readonly error: string | null;
  /** Lamports charged by the network, priority fee included. */
  readonly fee: Lamports;
  /** Every account of the transaction in order; the first is the fee payer. */
  readonly accounts: readonly string[];
  /** Balance change of each account, in the order of `accounts`, the fee included. */
  readonly balanceChanges: readonly SignedLamports[];
  /** The transaction's own instructions. */
  readonly instructions: readonly ChainInstruction[];
  /** Instructions called by the programs that the transaction called. */
  readonly innerInstructions: readonly ChainInstruction[];
}

interface Block {
  readonly slot: bigint;
  readonly blockhash: string;
}

/** How far the final chain of a node reaches. */
interface Tip {
  readonly slot: bigint;
  /** Number of blocks up to that slot; blockhashes expire by block height. */
  readonly blockHeight: bigint;
}

/**
 * What the server asks of Solana: of its final blocks, which nothing takes back. A method rejects with
 * `ChainUnavailable` when no answer came; it never guesses. "Not found" is a value.
 */
export interface Chain {
  /** The individual nodes behind it, where there are several, so that each can be asked separately. */
  readonly historyNodes?: () => readonly HistoryNode[];
  genesisHash(): Promise<string>;
  slot(): Promise<bigint>;
  /** The newest slot that the node has seen, final or not. */
  newestSlot(): Promise<bigint>;
  tip(): Promise<Tip>;
  /**
   * A blockhash to sign with. What was signed a moment ago may have landed with an error: only with a blockhash that is
   * asked for anew are the same contents another transaction.
   */
  latestBlockhash(options?: { readonly isNew: boolean }): Promise<RecentBlockhash>;
  /** Whether a transaction with this blockhash can land now. */
  hasBlockhash(blockhash: string): Promise<boolean>;
  balance(address: string): Promise<Lamports>;
  /** Balances of up to a hundred accounts, all as of one slot. */
  balances(
    addresses: readonly string[],
  ): Promise<{ readonly slot: bigint; readonly lamports: readonly Lamports[] }>;
  /** A slot by which the wallet holds something; null while it holds nothing. */
  fundedBy(address: string): Promise<bigint | null>;
  /**
   * Statuses in the order asked, from the whole history; null where the node knows of none in a final block. A node
   * whose newest slot, final or not, is before `asOf` gives no answer. Null proves nothing, since its final blocks may
   * end before `asOf`: that something did not land is proven by a history at a final slot (`searchLandings`).
   */
  signatureStatuses(
    signatures: readonly string[],
    options: { asOf: bigint },
  ): Promise<readonly (SignatureStatus | null)[]>;
  transaction(signature: string): Promise<ChainTransaction | null>;
  /** The oldest block that the node still has; it knows nothing of what landed before. */
  firstAvailableBlock(): Promise<bigint>;
  /** Newest first, starting after `before`. A node whose final blocks end before `asOf` gives no answer. */
  signaturesFor(
    address: string,
    options: { before?: string; limit: number; asOf?: bigint },
  ): Promise<readonly AddressSignature[]>;
  /**
   * The lowest price per compute unit in each recent block, in micro-lamports, among transactions that wrote all of
   * these accounts, or among all transactions if none is named. Blocks without any are left out or 0.
   */
  recentPriorityFees(accounts: readonly string[]): Promise<readonly bigint[]>;
  /** The compute units that a transaction would use, no matter who signed it; null when it would fail. */
  simulatedUnits(wireTransaction: Uint8Array): Promise<number | null>;
  /** Submits signed bytes to the network without preflight. Accepted does not mean landed. */
  send(wireTransaction: Uint8Array): Promise<void>;
  /** First block at or after `slot`, or null when there is none yet. */
  firstBlockFrom(slot: bigint): Promise<Block | null>;
}

/**
 * Questions about the past that go to one node: where there are several, two must agree that something did not land.
 */
export type HistoryNode = Pick<Chain, "firstAvailableBlock" | "signaturesFor" | "transaction">;

/** The chain node did not answer; the outcome of the call is unknown. */
export class ChainUnavailable extends Error {
  override readonly name: string = "ChainUnavailable";
}

/** The node was not asked, because the caller's share of its budget is used up (rule LIMITS-41). */
export class NoRoom extends ChainUnavailable {
  override readonly name = "NoRoom";
}

/** Delivery of events to connected clients. Best effort: clients refetch on reconnect. */
export interface Broadcast {
  toEveryone<Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>): void;
  toWallet<Name extends SocketEventName>(wallet: string, name: Name, payload: SocketEventPayload<Name>): void;
}
