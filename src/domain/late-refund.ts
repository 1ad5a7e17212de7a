import { type Lamports, lamports, type SignedLamports, signedLamports, sum, ZERO } from "./lamports.ts";
import type { BetResult } from "./settlement.ts";

interface SettledStake {
  readonly stake: Lamports;
  readonly result: BetResult | null;
}

export interface LateRefund<Bet> {
  /** The bets whose stakes go back: those that lost and were not given back before. */
  readonly losses: readonly Bet[];
  /** The sum of those stakes, which the house pays. */
  readonly cost: Lamports;
  /** What belongs to the house now, and after it; null for play money. */
  readonly equity: SignedLamports | null;
  readonly equityAfter: SignedLamports | null;
  /** What house equity lacks to pay it; zero when it is covered. */
  readonly missing: Lamports;
}

/**
 * A refund after the settlement, of one bet or of all bets of a race: lost stakes go back at the house's cost, and
 * nothing is taken from anybody (rules MONEY-9 and MONEY-23).
 *
 * @param equity what belongs to the house; null for play money, of which there is always enough.
 */
export function lateRefund<Bet extends SettledStake>(
  bets: readonly Bet[],
  equity: SignedLamports | null,
): LateRefund<Bet> {
  const losses = bets.filter(({ result }) => result === "loss");
  const cost = sum(losses.map(({ stake }) => stake));
  if (equity === null) return { losses, cost, equity, equityAfter: null, missing: ZERO };
  const equityAfter = signedLamports(equity - cost);
  const missing = cost === 0n || equityAfter >= 0n ? ZERO : lamports(0n - equityAfter);
  return { losses, cost, equity, equityAfter, missing };
}
