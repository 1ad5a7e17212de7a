import { createPublicKey, verify } from "node:crypto";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import {
  type CompiledTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { type BetRow, findBet } from "./queries.ts";
import type { Db } from "../db/database.ts";
import type { Chain, ChainInstruction } from "../ports.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { betNamedBy, transfersIn } from "./read-deposit.ts";

interface Ports {
  readonly db: Db;
  readonly chain: Pick<Chain, "send">;
  readonly houseAddresses: HouseAddresses;
}

interface SignedBet {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  /** base64 of the wire form. */
  readonly signedTransaction: string;
}

export type SubmitRefusal =
  | "BET_NOT_FOUND"
  | "BET_EXPIRED"
  | "TRANSACTION_INVALID"
  | "TRANSACTION_NOT_YOURS"
  | "CHAIN_UNAVAILABLE";

/**
 * Broadcasts a bet that its player signed. It must be the transaction that was prepared, or the same payment
 * with what wallets add to it, and carry the player's valid signature (rule BET-2). Submitting again is
 * harmless: the chain takes a transaction once.
 */
export async function submitBet(
  { db, chain, houseAddresses }: Ports,
  { raceId, betId, wallet, signedTransaction }: SignedBet,
): Promise<Result<{ readonly signature: string }, SubmitRefusal>> {
  const bet = await findBet(db, betId);
  if (!bet || bet.wallet !== wallet || bet.raceId !== raceId || bet.message === null) {
    return refuse("BET_NOT_FOUND");
  }
  if (bet.status === "expired") return refuse("BET_EXPIRED");
  const signed = decodeSigned(signedTransaction, wallet);
  if (!signed) return refuse("TRANSACTION_INVALID", { field: "signedTransaction" });
  const isPrepared = Buffer.from(signed.message).toString("base64") === bet.message;
  if (!isPrepared && !paysFor(bet, signed.message, await houseAddresses.known())) {
    return refuse("TRANSACTION_NOT_YOURS", { field: "signedTransaction" });
  }
  const wasSent = await orUnavailable(chain.send(signed.wire).then(() => true));
  if (wasSent === null) return refuse("CHAIN_UNAVAILABLE");
  return ok({ signature: signed.signature });
}

/** The parts of a transaction whose only signer is the wallet, with a valid signature; else null. */
function decodeSigned(signedTransaction: string, wallet: string) {
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

/**
 * The same rules by which a deposit becomes a bet, applied to a message that is not on the chain yet. Nothing else
 * may move the signer's SOL: a page that was tampered with could add that, and the house must not send it.
 */
function paysFor(bet: BetRow, messageBytes: Uint8Array, house: ReadonlyMap<string, string>): boolean {
  const message = decoded(() => getCompiledTransactionMessageDecoder().decode(messageBytes));
  const instructions = message && instructionsOf(message);
  if (!instructions) return false;
  const [transfer] = transfersIn(instructions);
  const bySystem = instructions.filter(({ programAddress }) => programAddress === SYSTEM_PROGRAM_ADDRESS);
  return (
    transfer?.isPlain === true &&
    bySystem.length === 1 &&
    transfer.source === bet.wallet &&
    house.get(transfer.destination) === "deposit" &&
    transfer.lamports === bet.stake &&
    betNamedBy(instructions) === bet.id
  );
}

/** Null when accounts come from lookup tables: nothing that a bet or a guard of a wallet needs. */
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

/** Null for bytes that are not what they should be; the decoders have no other way to say so. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
