import { createPublicKey, verify } from "node:crypto";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import {
  type CompiledTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import type { Lamports } from "../../domain/lamports.ts";
import type { ChainInstruction } from "../ports.ts";
import { transfersIn } from "./read-deposit.ts";

/** The parts of a transaction whose only signer is the wallet, with a valid signature; otherwise null. */
export function decodeSigned(signedTransaction: string, wallet: string) {
  const wire = new Uint8Array(Buffer.from(signedTransaction, "base64"));
  const transaction = decoded(() => getTransactionDecoder().decode(wire));
  if (!transaction) return null;
  const [[signer, signature] = [], ...others] = Object.entries(transaction.signatures);
  if (signer !== wallet || !signature || others.length > 0) return null;
  const message = new Uint8Array(transaction.messageBytes);
  if (!isSignedBy(wallet, message, signature)) return null;
  return { wire, message, signature: getBase58Decoder().decode(signature) };
}

/** What precedes the 32 bytes of an ed25519 public key in its SPKI form. */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

function isSignedBy(wallet: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = Buffer.concat([SPKI_PREFIX, new Uint8Array(getBase58Encoder().encode(wallet))]);
  return verify(null, message, createPublicKey({ key, format: "der", type: "spki" }), signature);
}

/** A transfer of SOL to a deposit wallet, with all instructions of its transaction. */
interface SoleTransfer {
  readonly source: string;
  readonly lamports: Lamports;
  readonly instructions: readonly ChainInstruction[];
}

/**
 * The one transfer to a deposit wallet that a message makes. Null when it does anything else with the signer's SOL: a
 * tampered page could add that, and the house must not send it.
 */
export function soleTransferIn(
  messageBytes: Uint8Array,
  house: ReadonlyMap<string, string>,
): SoleTransfer | null {
  const message = decoded(() => getCompiledTransactionMessageDecoder().decode(messageBytes));
  const instructions = message && instructionsOf(message);
  if (!instructions) return null;
  const [transfer] = transfersIn(instructions);
  const bySystem = instructions.filter(({ programAddress }) => programAddress === SYSTEM_PROGRAM_ADDRESS);
  const isSole = transfer?.isPlain === true && bySystem.length === 1;
  if (!isSole || house.get(transfer.destination) !== "deposit") return null;
  const { source, lamports } = transfer;
  return { source, lamports, instructions };
}

/** Null when accounts come from lookup tables, which neither bets nor wallet guards need. */
function instructionsOf(message: CompiledTransactionMessage): readonly ChainInstruction[] | null {
  if (!("instructions" in message)) return null;
  if ("addressTableLookups" in message && message.addressTableLookups?.length) return null;
  const accountAt = (index: number) => message.staticAccounts[index] ?? "";
  return message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    programAddress: accountAt(programAddressIndex),
    accounts: accountIndices.map(accountAt),
    data: new Uint8Array(data ?? []),
  }));
}

/** Null for malformed bytes; the decoders have no other way to report them. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
