import { networks } from "./networks.ts";
import { outcomeEntropies, raceTypes } from "./race-terms.ts";
import { type Result, ok, refuse } from "./result.ts";
import {
  type SettingInput,
  countFrom,
  countryList,
  feeFrom,
  oneOf,
  percent,
  percentFrom,
  seconds,
  secondsFrom,
  solAmount,
  solFrom,
  someOf,
  toggle,
  url,
  walletList,
  weightsFor,
} from "./setting-input.ts";
import { themes } from "./theme.ts";

interface SettingDefinition<Name extends string, Value> {
  /** The property of `Settings`. */
  readonly name: Name;
  readonly input: SettingInput<Value>;
  /** The text in force until an admin changes it. */
  readonly initial: string;
  readonly description: string;
  /** Whether everybody may read it, because a public page needs it (rule ACCESS-4). */
  readonly isPublic: boolean;
}

const setting = <const Name extends string, Value>(
  name: Name,
  input: SettingInput<Value>,
  initial: string,
  description: string,
): SettingDefinition<Name, Value> => ({ name, input, initial, description, isPublic: false });

const publicSetting = <const Name extends string, Value>(
  name: Name,
  input: SettingInput<Value>,
  initial: string,
  description: string,
): SettingDefinition<Name, Value> => ({ name, input, initial, description, isPublic: true });

const rate = percentFrom(0, 2.5, 5, 7.5, 10);

/** Starts at the smallest bet, so that whatever a bet comes to can be withdrawn (rule MONEY-21). */
const leastPayment = solFrom("0.01", "0.02", "0.05", "0.1", "0.25", "0.5", "1");

/** Every setting by key. Texts are stored; `Settings` holds what they mean. */
export const settingDefinitions = {
  house_edge: publicSetting("houseEdgeBps", percent, "5", "The house's share of the pool, in percent"),
  min_bet_amount: publicSetting(
    "minBet",
    solFrom("0.01", "0.05", "0.1", "0.25", "0.5", "1", "2"),
    "0.01",
    "Smallest bet, in SOL",
  ),
  max_bet_amount: publicSetting(
    "maxBet",
    solFrom("0.1", "0.25", "0.5", "1", "2", "5", "10"),
    "10",
    "Largest bet, in SOL",
  ),
  min_bets_to_start: publicSetting("minBets", countFrom(2, 6), "2", "Players needed to start the countdown"),
  countdown_seconds: publicSetting(
    "countdownMs",
    secondsFrom(10, 15, 20, 30, 45, 60),
    "30",
    "Length of the countdown",
  ),
  extend_seconds: publicSetting(
    "extendMs",
    secondsFrom(5, 10, 15, 20),
    "10",
    "Minimum time left after a late bet",
  ),
  next_race_delay: publicSetting("nextRaceDelayMs", seconds(0, 600), "10", "Pause before the next race"),
  // Rule LONE-1: not more than what players were promised.
  take_back_after: publicSetting(
    "takeBackAfterMs",
    seconds(1, 900),
    "900",
    "How long a bet waits for other players before it can be taken back",
  ),
  // Rule RACE-12.
  classic_duration: setting(
    "classicDurationMs",
    secondsFrom(8, 10, 12, 15),
    "12",
    "Length of a classic race",
  ),
  sprint_duration: setting("sprintDurationMs", seconds(5, 60), "8", "Length of a sprint race"),
  endurance_duration: setting("enduranceDurationMs", seconds(5, 60), "15", "Length of a marathon"),
  race_types: setting(
    "raceTypes",
    someOf(...raceTypes),
    '["classic","sprint","endurance"]',
    "Race types that are run",
  ),
  race_type_weights: setting(
    "raceTypeWeights",
    weightsFor(...raceTypes),
    '{"classic":60,"sprint":25,"endurance":15}',
    "How often each race type is run, relative to the others",
  ),
  outcome_entropy: publicSetting(
    "outcomeEntropy",
    oneOf(...outcomeEntropies),
    "beacon",
    "What decides besides the seed: a block that is not known before betting closes, or nothing",
  ),
  jackpot_pool_amount: publicSetting(
    "jackpotPool",
    solAmount,
    "0",
    "Jackpot that the house adds to each ordinary race, in SOL",
  ),
  balance_step_up_above_sol: publicSetting(
    "balanceStepUpAbove",
    solAmount,
    "2",
    "SOL that a player can bet from the balance in 24 hours before the wallet has to confirm more",
  ),
  second_admin_above_sol: setting(
    "secondAdminAbove",
    solAmount,
    "10",
    "The most that one admin moves of the house's money in 24 hours; what exceeds it waits for another admin, in SOL",
  ),
  special_events_enabled: publicSetting(
    "specialEvents",
    toggle,
    "true",
    "Whether special races can be created",
  ),
  superfecta_bonus_sol: publicSetting(
    "superfectaBonus",
    solAmount,
    "0.5",
    "Bonus for four wins in a row, in SOL",
  ),
  bonus_fund_share: setting(
    "bonusFundShareBps",
    percent,
    "50",
    "Share of the fees after commission that feeds the bonus fund, in percent",
  ),
  referral_rate: publicSetting("referralRateBps", rate, "5", "A referrer's share of the fee, in percent"),
  min_withdrawal_sol: publicSetting("minWithdrawal", leastPayment, "0.01", "Smallest withdrawal, in SOL"),
  hot_wallet_ceiling_sol: setting(
    "hotWalletCeiling",
    solAmount,
    "1000",
    "What the hot wallet keeps when it is swept, in SOL; anything above goes to the treasury",
  ),
  priority_fee_percentile: setting(
    "priorityFeePercentileBps",
    percentFrom(25, 50, 75, 90, 99),
    "75",
    "Percentile of recent blocks' fees that transactions bid",
  ),
  priority_fee_cap_sol: setting(
    "priorityFeeCap",
    feeFrom("0", "0.00001", "0.0001", "0.0005", "0.001", "0.005"),
    "0.0001",
    "The most that a transaction bids for a place in a block, in SOL; 0 bids nothing",
  ),
  min_referral_claim_sol: publicSetting(
    "minReferralClaim",
    leastPayment,
    "0.05",
    "Smallest commission that a referrer can claim, in SOL",
  ),
  chat_moderators: setting("chatModerators", walletList, "[]", "Wallets that moderate the chat"),
  chat_slow_mode_seconds: setting(
    "chatSlowModeMs",
    secondsFrom(0, 1, 2, 3, 5, 10, 15, 30, 60),
    "2",
    "Minimum time between two chat messages of one player",
  ),
  theme: publicSetting("theme", oneOf(...themes), "main-prime", "Look of the site, for everyone"),
  age_notice_enabled: setting(
    "ageNotice",
    toggle,
    "false",
    "Players confirm their age and that they may bet where they are, before their first bet",
  ),
  minimum_age: setting("minimumAge", countFrom(16, 25), "18", "The age that players confirm, in years"),
  blocked_countries: setting(
    "blockedCountries",
    countryList,
    "[]",
    "Countries from which no bet and no deposit is accepted, by their two-letter codes; the proxy says where a player is",
  ),
  site_maintenance_enabled: publicSetting("maintenance", toggle, "false", "Stops new bets and withdrawals"),
  testing_mode_enabled: publicSetting("testingMode", toggle, "false", "New races take play money"),
  network: publicSetting("network", oneOf(...networks), "localnet", "The Solana network that is used"),
  devnet_banner_enabled: publicSetting("devnetBanner", toggle, "true", "Shows the test network warning"),
  rpc_url_mainnet: setting(
    "rpcUrlMainnet",
    url,
    "https://api.mainnet-beta.solana.com",
    "Solana node for mainnet",
  ),
  rpc_url_devnet: setting("rpcUrlDevnet", url, "https://api.devnet.solana.com", "Solana node for devnet"),
} as const;

type Definitions = typeof settingDefinitions;
export type SettingKey = keyof Definitions;
type ValueOf<Definition> = Definition extends SettingDefinition<string, infer Value> ? Value : never;

/** All settings by name, with their meanings: lamports, basis points, milliseconds. */
export type Settings = {
  readonly [Key in SettingKey as Definitions[Key]["name"]]: ValueOf<Definitions[Key]>;
};

export const settingKeys = Object.keys(settingDefinitions) as readonly SettingKey[];

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

/** The stored spelling of a setting's text, or why it is refused (rule LIMITS-9). */
export function parseSetting(
  key: string,
  text: string,
): Result<{ readonly key: SettingKey; readonly text: string }, "SETTING_UNKNOWN" | "SETTING_INVALID"> {
  if (!isSettingKey(key)) return refuse("SETTING_UNKNOWN", { field: "settingKey" });
  const read = settingDefinitions[key].input.read(text);
  return read === null ? refuse("SETTING_INVALID", { field: "settingValue" }) : ok({ key, text: read.text });
}

/**
 * The settings from their stored rows; a key without a row has its initial value, an unknown key is
 * left out.
 *
 * @throws when a stored text is not allowed: rows are written only through `parseSetting`, and money
 * must not be handled by a guess.
 */
export function settingsFrom(rows: Iterable<{ readonly key: string; readonly value: string }>): Settings {
  const texts = new Map(Array.from(rows, ({ key, value }) => [key, value]));
  const values = settingKeys.map((key) => {
    const definition = settingDefinitions[key];
    const text = texts.get(key) ?? definition.initial;
    const read = definition.input.read(text);
    if (read === null) throw new Error(`setting ${key} holds ${JSON.stringify(text)}`);
    return [definition.name, read.value] as const;
  });
  return Object.fromEntries(values) as unknown as Settings;
}

/** Why these settings cannot hold together; null when they can. */
export function settingsConflict(settings: Settings): string | null {
  if (settings.minBet > settings.maxBet) return "The minimum bet must not be above the maximum bet";
  if (settings.testingMode && settings.network === "mainnet-beta") {
    return "Testing mode cannot be used on mainnet";
  }
  if (settings.raceTypes.every((type) => settings.raceTypeWeights[type] === 0)) {
    return "At least one race type that is run needs a weight above zero";
  }
  return null;
}
