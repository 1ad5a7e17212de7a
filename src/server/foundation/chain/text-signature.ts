import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from "@solana-program/compute-budget";
import { SUPPORTED_MEMO_PROGRAM_ADDRESSES } from "@solana-program/memo";
import { getTransferSolInstructionDataEncoder, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import type { ChainInstruction } from "../ports.ts";
import { decodeMessage, decodeSigned, instructionsOf } from "./signed-transaction.ts";
import { isSignedBy } from "./wallet-signature.ts";

/** How a wallet signed a text: as a message, or in a transaction (base64) that is never sent. */
export type TextSignature = { readonly signature: Uint8Array } | { readonly transaction: string };

interface SignatureOnWire {
  readonly signature?: string | undefined;
  readonly signedTransaction?: string | undefined;
}

/** Which of the two a call brought, in base64; the contract has seen to it that it is one. */
export const textSignature = ({ signature = "", signedTransaction }: SignatureOnWire): TextSignature =>
  signedTransaction === undefined
    ? { signature: Buffer.from(signature, "base64") }
    : { transaction: signedTransaction };

/** 32 zero bytes. Blocks' hashes and the values of nonce accounts are outputs of SHA-256: no cluster ever has this one. */
const NO_BLOCKHASH = "11111111111111111111111111111111";

/**
 * What wallets add without being asked: a bid for the fee, and the assertions of Lighthouse. In a payment any
 * instruction that moves nothing of the payer's passes, since its sum is read from the chain; here nothing will ever be
 * read there, so that only these two pass.
 */
const addedByWallets: ReadonlySet<string> = new Set([
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95",
]);

const memoPrograms: ReadonlySet<string> = new Set(SUPPORTED_MEMO_PROGRAM_ADDRESSES);
const transferOfNothing = Buffer.from(getTransferSolInstructionDataEncoder().encode({ amount: 0n }));

/**
 * Whether the wallet signed exactly this text. Hardware wallets that sign no messages sign a transaction instead,
 * of any version: a transfer of 0 lamports to oneself, then a memo with the text, and nothing else. The wallet pays its
 * fee and is the only signer. It names a block that never exists, so that it cannot land, whoever sends it (rule
 * IDENTITY-8).
 */
export function isTextSignedBy(wallet: string, text: Uint8Array, signed: TextSignature): boolean {
  if ("signature" in signed) return isSignedBy(wallet, text, signed.signature);
  const transaction = decodeSigned(signed.transaction, wallet);
  const message = transaction && decodeMessage(transaction.message);
  if (!message || message.lifetimeToken !== NO_BLOCKHASH) return false;
  const instructions = instructionsOf(message);
  const own = instructions?.filter(({ programAddress }) => !addedByWallets.has(programAddress)) ?? [];
  const [transfer, memo] = own;
  return own.length === 2 && isTransferOfNothing(transfer, wallet) && isMemo(memo, text);
}

const isTransferOfNothing = (instruction: ChainInstruction | undefined, wallet: string): boolean =>
  instruction?.programAddress === SYSTEM_PROGRAM_ADDRESS &&
  instruction.accounts.length === 2 &&
  instruction.accounts.every((account) => account === wallet) &&
  transferOfNothing.equals(instruction.data);

const isMemo = (instruction: ChainInstruction | undefined, text: Uint8Array): boolean =>
  instruction !== undefined &&
  memoPrograms.has(instruction.programAddress) &&
  instruction.accounts.length === 0 &&
  Buffer.from(text).equals(instruction.data);
