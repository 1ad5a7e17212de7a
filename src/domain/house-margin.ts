import { type Lamports, lamports, portion, ZERO } from "./lamports.ts";
import type { SettingKey, Settings } from "./settings.ts";
import { smallestStreakStake } from "./streak.ts";

/** What the network charges for a transaction with one signature, without the bid for a place in a block. */
const NETWORK_FEE = 5_000n;
/** A race writes three memos, and pays at least one winner. */
const TRANSACTIONS_PER_RACE = 4n;

type Terms = Pick<Settings, "houseEdgeBps" | "referralRateBps" | "bonusFundShareBps">;

/** How a pool's fee is divided (rules MONEY-13 and MONEY-14), ignoring rounding. */
interface FeeParts {
  readonly commission: Lamports;
  readonly bonusFund: Lamports;
  readonly house: Lamports;
}

/** The parts of a pool's fee; for players with a referrer, commission comes out of it first. */
export function feeParts(pool: Lamports, terms: Terms, players: "referred" | "others"): FeeParts {
  const fee = portion(pool, terms.houseEdgeBps);
  const commission = players === "referred" ? portion(fee, terms.referralRateBps) : ZERO;
  const feeAfterCommission = lamports(fee - commission);
  const bonusFund = portion(feeAfterCommission, terms.bonusFundShareBps);
  return { commission, bonusFund, house: lamports(feeAfterCommission - bonusFund) };
}

/** The smallest pool whose fee leaves `amount` to this part if nobody is referred; null if no pool does. */
export function poolFor(part: "house" | "bonusFund", amount: Lamports, terms: Terms): Lamports | null {
  const share = part === "house" ? 10_000 - terms.bonusFundShareBps : terms.bonusFundShareBps;
  const rate = BigInt(terms.houseEdgeBps) * BigInt(share);
  return rate === 0n ? null : lamports((amount * 100_000_000n + rate - 1n) / rate);
}

/** Settings that together lose the house's money, or promise what they cannot give; `keys` are those to change. */
export type SettingsWarning =
  | { readonly code: "MIN_ABOVE_MAX" | "NO_EDGE" | "NOTHING_LEFT" | "BONUS_NOT_FED"; readonly keys: Keys }
  | {
      readonly code: "JACKPOT_ABOVE_MARGIN" | "NETWORK_FEES_ABOVE_MARGIN" | "COMMISSION_ABOVE_MARGIN";
      readonly keys: Keys;
      readonly costs: Lamports;
      readonly margin: Lamports;
    }
  | {
      readonly code: "BONUS_OUT_OF_REACH";
      readonly keys: Keys;
      /** The stake from which on a bet counts for a streak. */
      readonly stake: Lamports;
    };
type Keys = readonly SettingKey[];

/**
 * What an admin should know before these settings take effect.
 *
 * @param averagePool of the races so far; null before the first.
 */
export function warnOfSettings(settings: Settings, averagePool: Lamports | null): SettingsWarning[] {
  const { minBet, maxBet, houseEdgeBps, bonusFundShareBps, jackpotPool, superfectaBonus } = settings;
  const found: SettingsWarning[] = [];
  if (minBet > maxBet) found.push({ code: "MIN_ABOVE_MAX", keys: ["min_bet_amount", "max_bet_amount"] });
  if (houseEdgeBps === 0) found.push({ code: "NO_EDGE", keys: ["house_edge"] });
  else if (bonusFundShareBps === 10_000) found.push({ code: "NOTHING_LEFT", keys: ["bonus_fund_share"] });
  else {
    const smallestPool = lamports(minBet * BigInt(settings.minBets));
    const { house: margin, commission } = feeParts(smallestPool, settings, "referred");
    const costs = lamports(NETWORK_FEE * TRANSACTIONS_PER_RACE);
    const dearest = lamports(costs + settings.priorityFeeCap * TRANSACTIONS_PER_RACE);
    if (margin < dearest) {
      const keys: Keys =
        margin < costs
          ? ["house_edge", "min_bet_amount", "min_bets_to_start", "bonus_fund_share", "referral_rate"]
          : ["priority_fee_cap_sol"];
      found.push({ code: "NETWORK_FEES_ABOVE_MARGIN", keys, costs: dearest, margin });
    }
    if (margin < commission) {
      const keys: Keys = ["referral_rate", "bonus_fund_share"];
      found.push({ code: "COMMISSION_ABOVE_MARGIN", keys, costs: commission, margin });
    }
  }
  if (averagePool !== null && jackpotPool > 0n) {
    const margin = feeParts(averagePool, settings, "others").house;
    const keys: Keys = ["jackpot_pool_amount", "house_edge", "bonus_fund_share"];
    if (margin < jackpotPool) {
      found.push({ code: "JACKPOT_ABOVE_MARGIN", keys, costs: jackpotPool, margin });
    }
  }
  if (superfectaBonus === 0n) return found;
  if (bonusFundShareBps === 0 || houseEdgeBps === 0) {
    found.push({ code: "BONUS_NOT_FED", keys: ["superfecta_bonus_sol", "bonus_fund_share", "house_edge"] });
    return found;
  }
  const stake = smallestStreakStake(settings);
  if (stake !== null && stake > maxBet) {
    const keys: Keys = ["superfecta_bonus_sol", "max_bet_amount", "house_edge"];
    found.push({ code: "BONUS_OUT_OF_REACH", keys, stake });
  }
  return found;
}
