import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  type Transaction,
  type V1TransactionConfig,
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import { type Result, ok, refuse } from "../../domain/result.ts";
import { formatFault, VERSION_1 } from "./wire-format.ts";

/** Largest legacy or v0 transaction, in bytes: what fits a network packet. */
export const MAX_TRANSACTION_BYTES = 1232;
/** Largest v1 transaction, in bytes. */
const MAX_VERSION_1_BYTES = 4096;

const base58 = getBase58Decoder();
const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

export type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

/** A parsed transaction; nothing about it is verified yet. */
export interface WireTransaction {
  readonly transaction: Transaction;
  readonly message: Message;
  /** base58 of the fee payer's signature; of zeros when it is missing. */
  readonly signature: string;
  readonly signatures: readonly (Uint8Array | null)[];
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
}

export interface WireInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

const faultTexts = {
  format: "failed to deserialize solana_transaction::versioned::VersionedTransaction",
  sanitize: "invalid transaction: Transaction failed to sanitize accounts offsets correctly",
  version:
    "failed to deserialize solana_transaction::versioned::VersionedTransaction: Custom error: invalid message version",
};

const NO_SIGNATURE = new Uint8Array(64);

/** Reads a transaction of any version. The refusal's message says what is wrong with the bytes. */
export function readTransaction(wire: Uint8Array): Result<WireTransaction, "BAD_TRANSACTION"> {
  const max = wire[0] === VERSION_1 ? MAX_VERSION_1_BYTES : MAX_TRANSACTION_BYTES;
  if (wire.length > max) {
    return refuse("BAD_TRANSACTION", {
      message: `decoded solana_transaction::versioned::VersionedTransaction too large: ${wire.length} bytes (max: ${max} bytes)`,
    });
  }
  const fault = formatFault(wire);
  if (fault !== null) return refuse("BAD_TRANSACTION", { message: faultTexts[fault] });
  try {
    const transaction = transactionDecoder.decode(wire);
    const message = messageDecoder.decode(transaction.messageBytes);
    const signatures = Object.values(transaction.signatures);
    return ok({
      transaction,
      message,
      signatures,
      signature: base58.decode(signatures[0] ?? NO_SIGNATURE),
      blockhash: message.lifetimeToken,
      instructions: instructionsOf(message),
    });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return refuse("BAD_TRANSACTION", {
      message: `${faultTexts.format}: ${cause}`,
    });
  }
}

/** Decodes message bytes. Throws on malformed ones, and for a version that the chain does not know. */
export const readMessage = (bytes: ArrayLike<number>): Message =>
  messageDecoder.decode(Uint8Array.from(bytes));

/** The message's instructions with absent lists filled in. */
export const instructionsOf = (message: Message): WireInstruction[] =>
  message.version === 1
    ? message.instructionPayloads.map(({ instructionAccountIndices, instructionData }, index) => ({
        programIdIndex: message.instructionHeaders[index]?.programAccountIndex ?? 0,
        accounts: instructionAccountIndices,
        data: Uint8Array.from(instructionData),
      }))
    : message.instructions.map((instruction) => ({
        programIdIndex: instruction.programAddressIndex,
        accounts: instruction.accountIndices ?? [],
        data: Uint8Array.from(instruction.data ?? []),
      }));

/** What a version 1 transaction asks for, in place of compute-budget instructions. */
export function configurationOf(message: Message): V1TransactionConfig | null {
  if (message.version !== 1) return null;
  const decompiled = decompileTransactionMessage(message);
  return decompiled.version === 1 ? (decompiled.config ?? {}) : null;
}

/** Whether the static account at `index` may be written by the transaction. */
export function isWritable(message: Message, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  return index < numSignerAccounts
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < message.staticAccounts.length - numReadonlyNonSignerAccounts;
}
