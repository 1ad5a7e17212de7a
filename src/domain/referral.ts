import { type Lamports, portion } from "./lamports.ts";

/**
 * A referrer's commission on one settled bet: `referralRateBps` of the bet's own fee, rounded down
 * (rule MONEY-12). Nothing on refunds and at edge 0, because there the fee is zero.
 */
export const commission = (betFee: Lamports, referralRateBps: number): Lamports =>
  portion(betFee, referralRateBps);
