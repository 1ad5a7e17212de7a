import { type Lamports, portion } from "./lamports.ts";

/**
 * A referrer's commission on one settled bet: `referralRateBps` of the bet's own fee, rounded down
 * (rule MONEY-12). Nothing on refunds and at edge 0, because there the fee is zero.
 */
export const commission = (betFee: Lamports, referralRateBps: number): Lamports =>
  portion(betFee, referralRateBps);

/**
 * Whether commission can be claimed: at least the minimum, within 1e-9 SOL, a lamport. The one definition for the
 * page's button and for the server (rule REFERRAL-6).
 */
export const canClaim = (claimable: Lamports, minimum: Lamports): boolean => claimable + 1n >= minimum;
