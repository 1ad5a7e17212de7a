import {
  type RaceSettings,
  freezeRaceSettings,
  loadRaceSettings,
  storeRaceSettings,
} from "./race-settings.ts";
import { type SettingKey, type Settings, settingsFrom } from "./settings.ts";

/** The settings that each frozen setting of a race follows from; none if the program's version decides it (rule RULELOG-4). */
export const frozenFrom: Readonly<Record<keyof RaceSettings, readonly SettingKey[]>> = {
  raceType: ["race_types", "race_type_weights"],
  durationMs: ["classic_duration", "sprint_duration", "endurance_duration"],
  houseEdgeBps: ["house_edge"],
  minBets: ["min_bets_to_start"],
  minBet: ["min_bet_amount"],
  maxBet: ["max_bet_amount"],
  countdownMs: ["countdown_seconds"],
  extendMs: ["extend_seconds"],
  referralRateBps: ["referral_rate"],
  bonusFundShareBps: ["bonus_fund_share"],
  superfectaBonus: ["superfecta_bonus_sol"],
  jackpot: ["jackpot_pool_amount"],
  outcomeEntropy: ["outcome_entropy"],
  ledger: ["testing_mode_enabled", "network"],
  special: [],
};

/**
 * The settings that are rules of the game: each change of one is a row of the rule log (rule RULELOG-2). Settings that
 * affect only the house's own work or the look of the page are not among them, nor are those that would help a thief.
 */
export const ruleKeys: readonly SettingKey[] = [
  ...new Set(Object.values(frozenFrom).flat()),
  "next_race_delay",
  "take_back_after",
  "special_events_enabled",
  "min_withdrawal_sol",
  "min_referral_claim_sol",
  "age_notice_enabled",
  "minimum_age",
  "blocked_countries",
  "site_maintenance_enabled",
];

export const isRuleKey = (key: SettingKey): boolean => ruleKeys.includes(key);

/** A frozen setting of a race that does not follow from the rules; both values are as stored. */
export interface RuleDifference {
  readonly setting: keyof RaceSettings;
  readonly expected: string;
  readonly found: string;
}

/**
 * The frozen settings of a race that do not follow from the rules that were in force when it was created (rule
 * RULELOG-4). A special race's terms are free; an ordinary race's type is one of those that are run, and its jackpot is
 * left out if house equity did not cover it.
 *
 * @param stored the race's settings as they are published.
 * @param inForce as `foldRules` returns it, for the rows up to the one that the race names.
 * @throws when either holds a value that is not allowed.
 */
export function compareWithRules(
  stored: unknown,
  inForce: ReadonlyMap<string, string>,
): readonly RuleDifference[] {
  const frozen = loadRaceSettings(stored);
  const rules = settingsFrom(Array.from(inForce, ([key, value]) => ({ key, value })));
  const expectedSettings = freezeRaceSettings(rules, frozen.special ? frozen : { raceType: frozen.raceType });
  const [expected, found] = [storeRaceSettings(expectedSettings), storeRaceSettings(frozen)];
  const differences: RuleDifference[] = [];
  if (!frozen.special && !isRun(rules, frozen.raceType)) {
    differences.push({
      setting: "raceType",
      expected: runTypes(rules).join(" | "),
      found: frozen.raceType,
    });
  }
  for (const setting of Object.keys(frozenFrom) as (keyof RaceSettings)[]) {
    const keys = frozenFrom[setting];
    const isTold = keys.every((key) => inForce.has(key));
    const isLeftOut = setting === "jackpot" && frozen.jackpot === 0n;
    if (isTold && (keys.length === 0 || isLeftOut || expected[setting] === found[setting])) continue;
    // A setting that no row names has no value, whatever this program would have set.
    const expectedText = isTold ? String(expected[setting]) : "–";
    differences.push({ setting, expected: expectedText, found: String(found[setting]) });
  }
  return differences;
}

const runTypes = ({ raceTypes, raceTypeWeights }: Settings) =>
  raceTypes.filter((type) => raceTypeWeights[type] > 0);

const isRun = (rules: Settings, type: RaceSettings["raceType"]) => runTypes(rules).includes(type);
