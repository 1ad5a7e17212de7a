import { type Lamports, lamports, portion, sum } from "./lamports.ts";
import { commission } from "./referral.ts";
import type { PaidSettlement } from "./settlement.ts";

interface Commission {
  readonly betId: string;
  /** The referred player. */
  readonly wallet: string;
  readonly referrer: string;
  readonly amount: Lamports;
}

export interface FeeSplit {
  /** One for each bet whose player has a referrer and whose commission is above zero. */
  readonly commissions: readonly Commission[];
  /** To the bonus fund: its share of the fee after commissions, plus the settlement's remainder. */
  readonly toBonus: Lamports;
  /** To house equity: the rest of the fee. */
  readonly toEquity: Lamports;
}

interface Rates {
  readonly referralRateBps: number;
  readonly bonusFundShareBps: number;
}

/**
 * Divides what the house keeps of a settled race. Commissions come out of the fee that was collected
 * (rule MONEY-12), then the bonus fund takes its share of what is left (rule MONEY-14), so no rate can
 * pay out more than came in (rule INV-8).
 *
 * @param referrerOf the referrer of each referred player, by the player's wallet.
 */
export function splitFee(
  settlement: PaidSettlement,
  referrerOf: ReadonlyMap<string, string>,
  { referralRateBps, bonusFundShareBps }: Rates,
): FeeSplit {
  const commissions = settlement.bets.flatMap(({ betId, wallet, fee }): Commission[] => {
    const referrer = referrerOf.get(wallet);
    const amount = commission(fee, referralRateBps);
    return referrer === undefined || amount === 0n ? [] : [{ betId, wallet, referrer, amount }];
  });
  const feeAfterCommissions = lamports(settlement.fee - sum(commissions.map(({ amount }) => amount)));
  const bonusShare = portion(feeAfterCommissions, bonusFundShareBps);
  return {
    commissions,
    toBonus: lamports(bonusShare + settlement.remainder),
    toEquity: lamports(feeAfterCommissions - bonusShare),
  };
}
