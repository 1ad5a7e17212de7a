import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { getBase64Encoder, getCompiledTransactionMessageDecoder } from "@solana/kit";
import type { Lamports } from "../../../domain/lamports.ts";
import { decodeMessage, instructionsOf } from "../../foundation/chain/signed-transaction.ts";
import type { ChainInstruction } from "../../foundation/ports.ts";
import { transfersIn } from "./read-deposit.ts";

/** A transfer of SOL to a deposit wallet, with all instructions of its transaction. */
interface SoleTransfer {
  readonly source: string;
  readonly destination: string;
  readonly lamports: Lamports;
  readonly blockhash: string;
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
  const message = decodeMessage(messageBytes);
  const instructions = message && instructionsOf(message);
  if (!instructions) return null;
  const [transfer] = transfersIn(instructions);
  const bySystem = instructions.filter(({ programAddress }) => programAddress === SYSTEM_PROGRAM_ADDRESS);
  const isSole = transfer?.isPlain === true && bySystem.length === 1;
  if (!isSole || house.get(transfer.destination) !== "deposit") return null;
  const { source, destination, lamports } = transfer;
  return { source, destination, lamports, blockhash: message.lifetimeToken, instructions };
}

/** The blockhash of a message that the server made, in base64. */
export const blockhashOf = (message: string): string =>
  getCompiledTransactionMessageDecoder().decode(getBase64Encoder().encode(message)).lifetimeToken;
