import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  type Transaction,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import { type Result, ok, refuse } from "../../domain/result.ts";
import { formatFault } from "./wire-format.ts";

/** Largest transaction that fits a network packet, in bytes. */
const MAX_TRANSACTION_BYTES = 1232;

const base58 = getBase58Decoder();
const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

type Message = Extract<CompiledTransactionMessage, { version: "legacy" | 0 }> &
  CompiledTransactionMessageWithLifetime;

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
  version: "unsupported transaction version",
};

const NO_SIGNATURE = new Uint8Array(64);

/** Reads a legacy or version 0 transaction. The refusal's message says what is wrong with the bytes. */
export function readTransaction(wire: Uint8Array): Result<WireTransaction, "BAD_TRANSACTION"> {
  if (wire.length > MAX_TRANSACTION_BYTES) {
    return refuse("BAD_TRANSACTION", {
      message: `decoded solana_transaction::versioned::VersionedTransaction too large: ${wire.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
    });
  }
  const fault = formatFault(wire);
  if (fault !== null) return refuse("BAD_TRANSACTION", { message: faultTexts[fault] });
  try {
    const transaction = transactionDecoder.decode(wire);
    const message = readMessage(transaction.messageBytes);
    if (!message) return refuse("BAD_TRANSACTION", { message: "unsupported transaction version" });
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

/** Decodes message bytes; null for a version that the chain does not know. Throws on malformed bytes. */
export function readMessage(bytes: ArrayLike<number>): Message | null {
  const message = messageDecoder.decode(Uint8Array.from(bytes));
  return message.version === "legacy" || message.version === 0 ? message : null;
}

/** The message's instructions with absent lists filled in. */
export const instructionsOf = (message: Message): WireInstruction[] =>
  message.instructions.map((instruction) => ({
    programIdIndex: instruction.programAddressIndex,
    accounts: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));

/** Whether the static account at `index` may be written by the transaction. */
export function isWritable(message: Message, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  return index < numSignerAccounts
    ? index < numSignerAccounts - numReadonlySignerAccounts
    : index < message.staticAccounts.length - numReadonlyNonSignerAccounts;
}
