import { getBase58Decoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { isSigned } from "./keys.ts";

interface Instruction {
  readonly programAddress: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** The contents of a transaction's bytes. */
export interface Decoded {
  readonly signature: string;
  readonly blockhash: string;
  readonly accounts: readonly string[];
  /** The fee payer first. */
  readonly signers: readonly string[];
  readonly instructions: readonly Instruction[];
  readonly transfers: readonly { readonly from: string; readonly to: string; readonly lamports: bigint }[];
  readonly memos: readonly string[];
}

const systemProgram = "11111111111111111111111111111111";
const memoProgram = /^Memo/;
const base58 = getBase58Decoder();
const transactions = getTransactionDecoder();
const messages = getCompiledTransactionMessageDecoder();
const known = new Map<string, Decoded | null>();
const mostKnown = 5_000;

/** Reads signed wire bytes; null for what no node accepts: malformed, or not signed by all its signers. */
export function decodeWire(wire: Uint8Array): Decoded | null {
  const key = Buffer.from(wire).toString("base64");
  const before = known.get(key);
  if (before !== undefined) return before;
  const decoded = read(wire);
  if (known.size > mostKnown) known.clear();
  known.set(key, decoded);
  return decoded;
}

function read(wire: Uint8Array): Decoded | null {
  const transaction = transactions.decode(wire);
  const message = messages.decode(transaction.messageBytes);
  if (!("staticAccounts" in message) || !("instructions" in message)) return null;
  const bytes = new Uint8Array(transaction.messageBytes);
  const signatures = Object.entries(transaction.signatures);
  const [[, signature] = []] = signatures;
  if (!signature || !signatures.every(([signer, one]) => one !== null && isSigned(signer, bytes, one)))
    return null;
  const accounts = message.staticAccounts.map(String);
  const instructions = message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    programAddress: accounts[programAddressIndex] ?? "",
    accounts: accountIndices.map((index) => accounts[index] ?? ""),
    data: Uint8Array.from(data ?? []),
  }));
  return {
    signature: base58.decode(signature),
    blockhash: String(message.lifetimeToken),
    accounts,
    signers: signatures.map(([signer]) => signer),
    instructions,
    transfers: instructions.flatMap(transferOf),
    memos: instructions
      .filter(({ programAddress }) => memoProgram.test(programAddress))
      .map(({ data }) => Buffer.from(data).toString("utf8")),
  };
}

function transferOf({ programAddress, accounts, data }: Instruction) {
  const [from, to] = accounts;
  if (programAddress !== systemProgram || data.length !== 12 || data[0] !== 2 || !from || !to) return [];
  return [{ from, to, lamports: Buffer.from(data).readBigUInt64LE(4) }];
}
