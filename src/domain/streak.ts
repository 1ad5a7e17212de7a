import type { Lamports } from "./lamports.ts";
import type { BetResult } from "./settlement.ts";

/** In The Money, Exacta, Trifecta, Superfecta: the streaks of 1 to 4 that have a name. */
const SUPERFECTA_STREAK = 4;
/** Races that it takes on average to win four in a row at one in six: 6 + 6² + 6³ + 6⁴. */
const RACES_TO_SUPERFECTA = 1554n;

interface FeeTest {
  /** The bet's own fee. */
  readonly betFee: Lamports;
  readonly superfectaBonus: Lamports;
  readonly referralRateBps: number;
}

/**
 * Whether a bet counts for its player's streak: its fee must be at least 2·bonus / (1554·(1 − referral
 * rate)), so that the half of the fees that feeds the fund pays for the awards (rule MONEY-15). Exact,
 * without a division.
 */
export const countsForStreak = ({ betFee, superfectaBonus, referralRateBps }: FeeTest): boolean =>
  betFee * RACES_TO_SUPERFECTA * BigInt(10_000 - referralRateBps) >= 2n * superfectaBonus * 10_000n;

export interface StreakStep {
  /** The player's streak after the race, 0 to 4. */
  readonly streak: number;
  /** Whether the race completed a superfecta, so that a bonus is due if the fund can cover it. */
  readonly award: boolean;
}

/**
 * A player's streak after a settled bet (rule MONEY-15). A bet that does not count, and a refunded one,
 * leave it alone. A completed superfecta stays at 4 until the next counting race, which starts again
 * at 1 or 0; a bonus that the fund could not cover is not owed later (rule MONEY-14).
 */
export function advanceStreak(current: number, result: BetResult, counts: boolean): StreakStep {
  if (!counts || result === "refunded") return { streak: current, award: false };
  if (result === "loss") return { streak: 0, award: false };
  const streak = (current >= SUPERFECTA_STREAK ? 0 : current) + 1;
  return { streak, award: streak === SUPERFECTA_STREAK };
}
