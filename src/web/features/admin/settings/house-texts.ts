import { poolFor, feeParts, type SettingsWarning } from "../../../../domain/house-margin.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../../../domain/lamports.ts";
import type { Settings } from "../../../../domain/settings.ts";
import { smallestStreakStake } from "../../../../domain/streak.ts";
import { translatorFor } from "../../../foundation/words/translate.ts";
import { settingsWords } from "./words.en.ts";

const HUNDRED_SOL = lamports(100n * LAMPORTS_PER_SOL);

/** How a setting affects the house's money, with the others as they are; null if it does not. */
export function effectText(key: string, settings: Settings): string | null {
  const { t, sol } = translatorFor(settingsWords);
  const marginOf = (amount: bigint) => sol(feeParts(lamports(amount), settings, "others").house);
  switch (key) {
    case "house_edge":
    case "bonus_fund_share": {
      const { house, bonusFund } = feeParts(HUNDRED_SOL, settings, "others");
      return t("feeParts", { house: sol(house), fund: sol(bonusFund) });
    }
    case "referral_rate": {
      const { commission, house } = feeParts(HUNDRED_SOL, settings, "referred");
      return t("referredParts", { commission: sol(commission), house: sol(house) });
    }
    case "min_bet_amount":
      return t("betMargin", { margin: marginOf(settings.minBet) });
    case "max_bet_amount":
      return t("betMargin", { margin: marginOf(settings.maxBet) });
    case "min_bets_to_start":
      return t("raceMargin", { margin: marginOf(settings.minBet * BigInt(settings.minBets)) });
    case "jackpot_pool_amount": {
      if (settings.jackpotPool === 0n) return null;
      const pool = poolFor("house", settings.jackpotPool, settings);
      return pool === null ? t("neverEarned") : t("breakEven", { pool: sol(pool, 2) });
    }
    case "superfecta_bonus_sol": {
      if (settings.superfectaBonus === 0n) return null;
      const wagered = poolFor("bonusFund", settings.superfectaBonus, settings);
      const stake = smallestStreakStake(settings);
      if (wagered === null || stake === null) return t("neverFed");
      return t("bonusFed", { wagered: sol(wagered, 2), stake: sol(stake, 4) });
    }
    default:
      return null;
  }
}

/** Why a combination of settings loses money. */
export function warningText(warning: SettingsWarning): string {
  const { t, sol } = translatorFor(settingsWords);
  switch (warning.code) {
    case "MIN_ABOVE_MAX":
      return t("minAboveMax");
    case "NO_EDGE":
      return t("noEdge");
    case "NOTHING_LEFT":
      return t("nothingLeft");
    case "BONUS_NOT_FED":
      return t("bonusNotFed");
    case "JACKPOT_ABOVE_MARGIN":
      return t("jackpotAboveMargin", { jackpot: sol(warning.costs), margin: sol(warning.margin) });
    case "NETWORK_FEES_ABOVE_MARGIN":
      return t("feesAboveMargin", { costs: sol(warning.costs), margin: sol(warning.margin) });
    case "COMMISSION_ABOVE_MARGIN":
      return t("commissionAboveMargin", { commission: sol(warning.costs), margin: sol(warning.margin) });
    case "BONUS_OUT_OF_REACH":
      return t("bonusOutOfReach", { stake: sol(warning.stake, 4) });
  }
}
