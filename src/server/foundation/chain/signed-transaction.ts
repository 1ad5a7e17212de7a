import {
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getInstructionsFromCompiledTransactionMessage,
  getTransactionDecoder,
} from "@solana/kit";
import type { ChainInstruction } from "../ports.ts";
import { isSignedBy } from "./wallet-signature.ts";

/** A transaction that its wallet signed. */
export interface SignedTransaction {
  /** The signed bytes. */
  readonly wire: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: string;
}

/** The parts of a base64 transaction whose only signer is the wallet, with a valid signature; otherwise null. */
export function decodeSigned(signedTransaction: string, wallet: string): SignedTransaction | null {
  const wire = new Uint8Array(Buffer.from(signedTransaction, "base64"));
  const transaction = decoded(() => getTransactionDecoder().decode(wire));
  if (!transaction) return null;
  const [[signer, signature] = [], ...others] = Object.entries(transaction.signatures);
  if (signer !== wallet || !signature || others.length > 0) return null;
  const message = new Uint8Array(transaction.messageBytes);
  if (!isSignedBy(wallet, message, signature)) return null;
  return { wire, message, signature: getBase58Decoder().decode(signature) };
}

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>["decode"]>;

/** The configuration's bits whose values kit reads; it would take the value of another for what follows. */
const KNOWN_CONFIGURATION = 0b11111;

/** The message of a transaction, which takes all the bytes; null for malformed ones. */
export const decodeMessage = (bytes: Uint8Array): Message | null =>
  decoded(() => {
    const [message, end] = getCompiledTransactionMessageDecoder().read(bytes, 0);
    const isKnown = message.version !== 1 || message.configMask <= KNOWN_CONFIGURATION;
    return end === bytes.length && isKnown ? message : null;
  });

/** Null when there are lookup tables, which neither bets nor wallet guards need, and when an account is missing. */
export function instructionsOf(message: Message): readonly ChainInstruction[] | null {
  if ("addressTableLookups" in message && message.addressTableLookups?.length) return null;
  return decoded(() =>
    getInstructionsFromCompiledTransactionMessage(message).map(({ programAddress, accounts = [], data }) => ({
      programAddress,
      accounts: accounts.map(({ address }) => address),
      data: new Uint8Array(data ?? []),
    })),
  );
}

/** Null for malformed bytes; the decoders have no other way to report them. */
function decoded<T>(decode: () => T | null): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
