import { type Lamports, ZERO, lamports, portion } from "./lamports.ts";

/** In The Money, Exacta, Trifecta, Superfecta: the streaks of 1 to 4 that have a name. */
const SUPERFECTA_STREAK = 4;

/**
 * Wins that a streak of four costs on average. At one in six it takes 6 + 6² + 6³ + 6⁴ = 1,554 races to pick four
 * winners in a row, and a sixth of those races are won.
 */
const WINS_TO_SUPERFECTA = 259n;

/** Terms of a race that decide whether a bet counts for the streak. */
export interface StreakTerms {
  readonly superfectaBonus: Lamports;
  readonly houseEdgeBps: number;
  readonly referralRateBps: number;
}

/**
 * Whether a bet counts for its player's streak: its own fee, ⌊stake·edge⌋, must be at least
 * 2·bonus / (259·(1 − referral rate)), compared without a division (rule MONEY-15).
 *
 * A player alone on a horse pays a fee only when it wins, because otherwise the race is refunded. So the fees of the
 * 259 wins on the way to four in a row must pay for the bonus: they are two bonuses after commission, of which the
 * bonus fund's half is one. Wallets that bet among themselves cannot take out more than they paid.
 */
export const countsForStreak = (
  stake: Lamports,
  { superfectaBonus, houseEdgeBps, referralRateBps }: StreakTerms,
): boolean =>
  portion(stake, houseEdgeBps) * WINS_TO_SUPERFECTA * BigInt(10_000 - referralRateBps) >=
  2n * superfectaBonus * 10_000n;

/** The smallest stake that counts for the streak; null when none does, since no fee is left to the house. */
export function smallestStreakStake({
  superfectaBonus,
  houseEdgeBps,
  referralRateBps,
}: StreakTerms): Lamports | null {
  if (superfectaBonus === 0n) return ZERO;
  const feeShareBps = BigInt(10_000 - referralRateBps);
  if (feeShareBps === 0n || houseEdgeBps === 0) return null;
  const fee = roundUp(2n * superfectaBonus * 10_000n, WINS_TO_SUPERFECTA * feeShareBps);
  return lamports(roundUp(fee * 10_000n, BigInt(houseEdgeBps)));
}

const roundUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

export interface StreakStep {
  /** The player's streak after the race, 0 to 4. */
  readonly streak: number;
  /** Whether the race completed a superfecta, so that a bonus is due if the fund can cover it. */
  readonly award: boolean;
}

/**
 * A player's streak after a race whose winner is decided (rule MONEY-15). It follows the pick, whether the race
 * was paid or, since nobody had backed the winner, refunded. A bet that does not count leaves it unchanged. A completed
 * superfecta stays at 4 until the next race that counts, which starts again at 1 or 0; a bonus that the fund could not
 * cover is not owed later (rule MONEY-14).
 */
export function advanceStreak(
  current: number,
  { pickedWinner, counts }: { readonly pickedWinner: boolean; readonly counts: boolean },
): StreakStep {
  if (!counts) return { streak: current, award: false };
  if (!pickedWinner) return { streak: 0, award: false };
  const streak = (current >= SUPERFECTA_STREAK ? 0 : current) + 1;
  return { streak, award: streak === SUPERFECTA_STREAK };
}
