import { getBase64Encoder, getTransactionEncoder, getTransactionVersionDecoder } from "@solana/kit";
import type { TransactionVersion } from "../../../contract/bets/transaction-version.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { depositMemo } from "../../../domain/memo.ts";
import { composeTransaction } from "../../foundation/chain/compose-transaction.ts";
import type { PriorityBid } from "../../foundation/chain/priority-fee.ts";
import type { RecentBlockhash } from "../../foundation/ports.ts";

/** Whether a memo says that its payment is meant for the balance (rule BET-22). */
export const namesDeposit = (memo: string): boolean => memo.startsWith(depositMemo(""));

interface HousePayment {
  readonly wallet: string;
  readonly depositAddress: string;
  readonly lamports: Lamports;
  readonly memo: string;
  readonly lifetime: RecentBlockhash;
  readonly bid: PriorityBid | null;
  /** 0 if absent. */
  readonly version?: TransactionVersion | undefined;
}

/**
 * A payment to the house: the player pays the fee and is the only signer, the exact amount goes to the deposit wallet,
 * and the memo follows. `wire` has an empty slot for the player's signature.
 */
export function composeHousePayment({ wallet, depositAddress, lamports, ...terms }: HousePayment) {
  const compiled = composeTransaction({
    ...terms,
    source: wallet,
    transfer: { destination: depositAddress, lamports },
  });
  return {
    message: Buffer.from(compiled.messageBytes).toString("base64"),
    wire: Buffer.from(getTransactionEncoder().encode(compiled)).toString("base64"),
  };
}

/**
 * Rebuilds the wire form from stored message bytes, with an empty slot for its one signature: in v1 it follows the
 * message, before it comes first, with their number.
 */
export function wireOfMessage(message: string): string {
  const bytes = Buffer.from(message, "base64");
  const unsigned = Buffer.alloc(64);
  const parts = versionOf(message) === 1 ? [bytes, unsigned] : [Buffer.from([1]), unsigned, bytes];
  return Buffer.concat(parts).toString("base64");
}

/** The version of a message that the server made, in base64. */
export const versionOf = (message: string): TransactionVersion =>
  getTransactionVersionDecoder().decode(getBase64Encoder().encode(message));
