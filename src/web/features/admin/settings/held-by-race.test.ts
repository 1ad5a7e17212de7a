import { expect, it } from "vitest";
import { drawRaceType, freezeRaceSettings } from "../../../../domain/race-settings.ts";
import { raceTypes } from "../../../../domain/race-terms.ts";
import { settingKeys, settingsFrom } from "../../../../domain/settings.ts";
import { heldByRace } from "./held-by-race.ts";

/** A value other than the initial one. */
const others: Readonly<Record<string, string>> = {
  house_edge: "7.5",
  min_bet_amount: "0.05",
  max_bet_amount: "5",
  min_bets_to_start: "3",
  countdown_seconds: "45",
  extend_seconds: "15",
  next_race_delay: "20",
  take_back_after: "60",
  balance_step_up_above_sol: "1",
  classic_duration: "10",
  sprint_duration: "9",
  endurance_duration: "20",
  race_types: '["sprint"]',
  race_type_weights: '{"classic":0,"sprint":0,"endurance":100}',
  outcome_entropy: "sealed",
  jackpot_pool_amount: "1",
  second_admin_above_sol: "20",
  special_events_enabled: "false",
  superfecta_bonus_sol: "1",
  bonus_fund_share: "20",
  referral_rate: "10",
  min_withdrawal_sol: "0.05",
  hot_wallet_ceiling_sol: "5",
  min_referral_claim_sol: "0.1",
  priority_fee_percentile: "90",
  priority_fee_cap_sol: "0.001",
  chat_moderators: '["11111111111111111111111111111112"]',
  chat_slow_mode_seconds: "5",
  theme: "solana-future",
  age_notice_enabled: "true",
  minimum_age: "21",
  blocked_countries: '["DE"]',
  site_maintenance_enabled: "true",
  testing_mode_enabled: "true",
  network: "devnet",
  devnet_banner_enabled: "false",
  rpc_url_mainnet: "https://a.example",
  rpc_url_devnet: "https://a.example",
};

/** Everything that a race can be created with. */
const created = (rows: readonly { readonly key: string; readonly value: string }[]) => {
  const settings = settingsFrom(rows);
  const frozen = raceTypes.map((raceType) => freezeRaceSettings(settings, { raceType }));
  const drawn = [0, 0.25, 0.5, 0.75, 0.99].map((draw) => drawRaceType(settings, draw));
  return JSON.stringify([frozen, drawn], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
};

it("the settings that hold from the next race on are those that a race is created with", () => {
  const usual = created([]);
  const frozenKeys = settingKeys.filter((key) => created([{ key, value: others[key] ?? "" }]) !== usual);
  expect(frozenKeys.toSorted()).toEqual([...heldByRace].toSorted());
});
