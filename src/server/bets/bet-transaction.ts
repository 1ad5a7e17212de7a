import { getTransactionEncoder } from "@solana/kit";
import type { Lamports } from "../../domain/lamports.ts";
import { betMemo, depositMemo } from "../../domain/memo.ts";
import { composeTransaction } from "../chain/compose-transaction.ts";
import type { RecentBlockhash } from "../ports.ts";

/** Anybody may write a memo: only what can be a bet's id goes on, for the database refuses some texts. */
const betId = /^[0-9a-z-]{1,64}$/;

/** The bet that a memo names, or null when it is no bet's memo. */
export function betNamedIn(memo: string): string | null {
  const prefix = betMemo("");
  const named = memo.slice(prefix.length);
  return memo.startsWith(prefix) && betId.test(named) ? named : null;
}

/** Whether a memo says that its payment is meant for the balance (rule BET-22). */
export const namesDeposit = (memo: string): boolean => memo.startsWith(depositMemo(""));

interface HousePayment {
  readonly wallet: string;
  readonly depositAddress: string;
  readonly lamports: Lamports;
  readonly memo: string;
  readonly lifetime: RecentBlockhash;
}

/**
 * A payment to the house: the player pays the fee and is the only signer; the exact amount to the deposit wallet, then
 * the memo. `wire` has an empty place for the player's signature.
 */
export function composeHousePayment({ wallet, depositAddress, lamports, memo, lifetime }: HousePayment) {
  const compiled = composeTransaction({
    source: wallet,
    transfer: { destination: depositAddress, lamports },
    memo,
    lifetime,
  });
  return {
    message: Buffer.from(compiled.messageBytes).toString("base64"),
    wire: Buffer.from(getTransactionEncoder().encode(compiled)).toString("base64"),
  };
}

interface BetPayment {
  readonly betId: string;
  readonly wallet: string;
  readonly depositAddress: string;
  readonly stake: Lamports;
  readonly lifetime: RecentBlockhash;
}

/** The transaction that pays for a bet (rule BET-1). */
export const composeBetPayment = ({ betId, stake, ...payment }: BetPayment) =>
  composeHousePayment({ ...payment, lamports: stake, memo: betMemo(betId) });

/** The wire form again from stored message bytes, with an empty place for its one signature. */
export const wireOfMessage = (message: string): string =>
  Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.from(message, "base64")]).toString("base64");
