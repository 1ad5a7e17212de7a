/** The settings in the order of the tab. A setting that no group names is in the last. */
export const settingGroups = [
  { name: "site", keys: ["site_maintenance_enabled", "testing_mode_enabled", "theme"] },
  {
    name: "betting",
    keys: [
      "house_edge",
      "min_bet_amount",
      "max_bet_amount",
      "balance_step_up_above_sol",
      "min_bets_to_start",
      "min_withdrawal_sol",
      "age_notice_enabled",
      "minimum_age",
      "blocked_countries",
    ],
  },
  {
    name: "race",
    keys: [
      "countdown_seconds",
      "extend_seconds",
      "next_race_delay",
      "take_back_after",
      "race_types",
      "race_type_weights",
      "classic_duration",
      "sprint_duration",
      "endurance_duration",
      "outcome_entropy",
    ],
  },
  {
    name: "bonuses",
    keys: [
      "jackpot_pool_amount",
      "special_events_enabled",
      "superfecta_bonus_sol",
      "bonus_fund_share",
      "referral_rate",
      "min_referral_claim_sol",
    ],
  },
  { name: "houseMoney", keys: ["second_admin_above_sol", "hot_wallet_ceiling_sol"] },
  { name: "chat", keys: ["chat_moderators", "chat_slow_mode_seconds"] },
  {
    name: "network",
    keys: [
      "network",
      "devnet_banner_enabled",
      "rpc_url_mainnet",
      "rpc_url_devnet",
      "priority_fee_percentile",
      "priority_fee_cap_sol",
    ],
  },
] as const;

export type SettingGroupName = (typeof settingGroups)[number]["name"] | "others";

/** The existing settings of each group; none of them twice, none left out. */
export function groupSettings<S extends { readonly setting_key: string }>(
  settings: readonly S[],
): readonly { readonly name: SettingGroupName; readonly settings: readonly S[] }[] {
  const grouped = settingGroups.map(({ name, keys }) => ({
    name,
    settings: keys.flatMap((key) => settings.filter((setting) => setting.setting_key === key)),
  }));
  const known: ReadonlySet<string> = new Set(settingGroups.flatMap(({ keys }) => [...keys]));
  const others = settings.filter((setting) => !known.has(setting.setting_key));
  return [...grouped, { name: "others" as const, settings: others }].filter(
    (group) => group.settings.length > 0,
  );
}
