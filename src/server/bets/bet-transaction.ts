import { betCommitment, type CommittedBet } from "../../domain/bet-commitment.ts";
import { betMemo, depositMemo } from "../../domain/memo.ts";
import { type PaymentTerms, paymentMessage } from "./payment-template.ts";

/** Whether a memo says that its payment is meant for the balance (rule BET-22). */
export const namesDeposit = (memo: string): boolean => memo.startsWith(depositMemo(""));

/**
 * A payment to the house: the player pays the fee and is the only signer; the exact amount to the deposit wallet, then
 * the memo. `wire` has an empty place for the player's signature.
 */
export function composeHousePayment(terms: PaymentTerms) {
  const message = paymentMessage(terms).toString("base64");
  return { message, wire: wireOfMessage(message) };
}

interface StoredBet extends Omit<CommittedBet, "salt"> {
  readonly id: string;
  /** Null of a bet that was prepared before there were commitments. */
  readonly salt: string | null;
}

/** The memo of a bet's payment (rules BET-1 and BET-13). */
export const memoOfBet = ({ id, salt, ...bet }: StoredBet): string =>
  betMemo(id, salt === null ? null : betCommitment({ ...bet, salt }));

/** The wire form again from stored message bytes, with an empty place for its one signature. */
export const wireOfMessage = (message: string): string =>
  Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.from(message, "base64")]).toString("base64");
