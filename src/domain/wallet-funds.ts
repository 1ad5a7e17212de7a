import { type Lamports, lamports, ZERO } from "./lamports.ts";

/** The least that Solana lets an account be left with, unless it is emptied to zero. */
export const RENT_EXEMPT_MINIMUM = lamports(890_880n);

/** The network's fee for one signature. */
export const SIGNATURE_FEE = lamports(5_000n);

/**
 * The most that a wallet can pay in one transfer (rule BET-25): what it holds less the rent-exempt minimum, the fee and
 * the highest bid for a place in a block.
 */
export function payableFromWallet(balance: Lamports, priorityFeeCap: Lamports): Lamports {
  const reserve = RENT_EXEMPT_MINIMUM + SIGNATURE_FEE + priorityFeeCap;
  return balance > reserve ? lamports(balance - reserve) : ZERO;
}
