import { type Lamports, type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import type { BetResult } from "../../../../domain/settlement.ts";

interface Bet {
  readonly bet_amount: Lamports | null;
  readonly payout_amount: Lamports;
  readonly result: BetResult | null;
}

/**
 * Null while the stake is hidden; otherwise what a bet brought its player: a win the payout minus the stake, a refund
 * nothing, any other bet the loss of its stake.
 */
export function netResult({ bet_amount: stake, payout_amount: payout, result }: Bet): SignedLamports | null {
  if (stake === null) return null;
  switch (result) {
    case "win":
      return signedLamports(payout - stake);
    case "refunded":
      return signedLamports(0n);
    case "loss":
    case null:
      return signedLamports(0n - stake);
  }
}
