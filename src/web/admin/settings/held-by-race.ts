import type { SettingKey } from "../../../domain/settings.ts";

/**
 * The settings that are fixed for a race from its creation to its end (rule RACE-3); every other takes effect at once
 * (rule ADMIN-50).
 */
export const heldByRace: ReadonlySet<string> = new Set<SettingKey>([
  "house_edge",
  "min_bet_amount",
  "max_bet_amount",
  "min_bets_to_start",
  "countdown_seconds",
  "extend_seconds",
  "race_types",
  "race_type_weights",
  "classic_duration",
  "sprint_duration",
  "endurance_duration",
  "outcome_entropy",
  "jackpot_pool_amount",
  "superfecta_bonus_sol",
  "bonus_fund_share",
  "referral_rate",
  "testing_mode_enabled",
]);
