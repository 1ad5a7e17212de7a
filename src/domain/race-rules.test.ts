import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports, ZERO } from "./lamports.ts";
import { compareWithRules, frozenFrom, ruleKeys } from "./race-rules.ts";
import { freezeRaceSettings, type RaceSettings, storeRaceSettings } from "./race-settings.ts";
import { raceTypes } from "./race-terms.ts";
import { type SettingKey, settingDefinitions, settingsConflict, settingsFrom } from "./settings.ts";

const initial = new Map(
  ruleKeys.map((key) => [
    key as string,
    key === "jackpot_pool_amount" ? "1" : settingDefinitions[key].initial,
  ]),
);
const withSetting = (key: SettingKey, value: string) => new Map(initial).set(key, value);
const settingsOf = (inForce: ReadonlyMap<string, string>) =>
  settingsFrom(Array.from(inForce, ([key, value]) => ({ key, value })));
const freeze = (inForce: ReadonlyMap<string, string>) =>
  storeRaceSettings(freezeRaceSettings(settingsOf(inForce), { raceType: "classic" }));

/** Another value for each setting that a race keeps. */
const others: Readonly<Record<string, string>> = {
  race_types: '["sprint"]',
  race_type_weights: '{"classic":0,"sprint":9,"endurance":1}',
  classic_duration: "15",
  sprint_duration: "20",
  endurance_duration: "30",
  house_edge: "7",
  min_bets_to_start: "3",
  min_bet_amount: "0.05",
  max_bet_amount: "5",
  countdown_seconds: "60",
  extend_seconds: "5",
  referral_rate: "10",
  bonus_fund_share: "20",
  superfecta_bonus_sol: "1",
  jackpot_pool_amount: "2",
  outcome_entropy: "sealed",
  testing_mode_enabled: "true",
  network: "devnet",
};
const keysOf = (setting: keyof RaceSettings) => frozenFrom[setting];

describe("which frozen settings follow from which rules", () => {
  it("RULELOG-4 every setting that a race keeps, but for what the version decides, is a rule of the log", () => {
    const fixedKeys = (Object.keys(frozenFrom) as (keyof RaceSettings)[]).filter(
      (name) => keysOf(name).length === 0,
    );
    expect(fixedKeys).toEqual(["special"]);
    expect(Object.keys(others).toSorted()).toEqual([...new Set(Object.values(frozenFrom).flat())].toSorted());
    for (const key of Object.values(frozenFrom).flat()) expect(ruleKeys).toContain(key);
  });

  it.each(Object.keys(others) as SettingKey[])(
    "RULELOG-4 a race that keeps another %s than the log says differs in what follows from it, and in nothing else",
    (key) => {
      const changed = withSetting(key, others[key]!);
      // A classic race keeps only its own length, and the network matters in testing mode.
      const isKept = !["sprint_duration", "endurance_duration", "network"].includes(key);
      const differences = compareWithRules(freeze(initial), changed).map(({ setting }) => setting);
      expect(differences.length).toBe(isKept ? 1 : 0);
      for (const setting of differences) expect(keysOf(setting)).toContain(key);
      expect(
        compareWithRules(freeze(changed), changed).filter(({ setting }) => setting !== "raceType"),
      ).toEqual([]);
    },
  );

  it("RULELOG-4 an ordinary race of any rules that can hold follows from them", () => {
    const anyRules = fc
      .record({
        edge: fc.integer({ min: 0, max: 200 }),
        weights: fc
          .tuple(fc.nat(9), fc.nat(9), fc.nat(9))
          .filter((weights) => weights.some((weight) => weight > 0)),
        jackpot: fc.integer({ min: 0, max: 90 }),
        testing: fc.boolean(),
        network: fc.constantFrom("localnet", "devnet", "mainnet-beta"),
      })
      .map(({ edge, weights, jackpot, testing, network }) =>
        new Map(initial)
          .set("house_edge", String(edge / 10))
          .set(
            "race_type_weights",
            JSON.stringify(Object.fromEntries(raceTypes.map((type, at) => [type, weights[at]]))),
          )
          .set("jackpot_pool_amount", String(jackpot / 10))
          .set("testing_mode_enabled", String(testing))
          .set("network", network),
      )
      .filter((inForce) => settingsConflict(settingsOf(inForce)) === null);
    fc.assert(
      fc.property(anyRules, fc.constantFrom(...raceTypes), (inForce, raceType) => {
        const rules = settingsOf(inForce);
        const frozen = freezeRaceSettings(rules, { raceType });
        const expected = rules.raceTypeWeights[raceType] > 0 ? [] : ["raceType"];
        const found = (settings: RaceSettings) =>
          compareWithRules(storeRaceSettings(settings), inForce).map(({ setting }) => setting);
        expect(found(frozen)).toEqual(expected);
        expect(found({ ...frozen, jackpot: ZERO })).toEqual(expected);
        expect(found({ ...frozen, jackpot: lamports(frozen.jackpot + 1n) })).toEqual([
          ...expected,
          "jackpot",
        ]);
      }),
    );
  });

  it("RULELOG-4 of a special race its own terms are free, and nothing else is", () => {
    const special = freezeRaceSettings(settingsOf(initial), {
      raceType: "sprint",
      houseEdgeBps: 0,
      jackpot: lamports(9n),
      minBets: 5,
      countdownMs: 10_000,
    });
    const noSprints = withSetting("race_types", '["classic"]');
    expect(compareWithRules(storeRaceSettings(special), noSprints)).toEqual([]);
    const other = { ...special, maxBet: lamports(1n), durationMs: 9_000 };
    expect(compareWithRules(storeRaceSettings(other), initial).map(({ setting }) => setting)).toEqual([
      "durationMs",
      "maxBet",
    ]);
    // The race says so itself, in what was committed to before the first bet.
    expect(compareWithRules({ ...storeRaceSettings(special), special: false }, initial)).not.toEqual([]);
  });

  it("RULELOG-4 docs/fairness.md has the same table", () => {
    const docs = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
    const table = docs.slice(docs.indexOf("### What a race commits to"), docs.indexOf("An example:"));
    const lines = table.split("\n").filter((line) => line.startsWith("| `"));
    const free = new Set(["raceType", "houseEdgeBps", "minBets", "countdownMs", "jackpot"]);
    for (const [setting, keys] of Object.entries(frozenFrom)) {
      if (keys.length === 0) continue;
      const line = lines.find((one) => one.split("|")[1]?.includes(`\`${setting}\``)) ?? "";
      for (const key of keys) expect(line).toContain(`\`${key}\``);
      expect([setting, line.split("|")[1]?.includes("\\*")]).toEqual([setting, free.has(setting)]);
    }
  });

  it("RULELOG-4 a setting that no row tells has no value", () => {
    const untold = new Map(initial);
    untold.delete("house_edge");
    expect(compareWithRules(freeze(initial), untold)).toEqual([
      { setting: "houseEdgeBps", expected: "–", found: "500" },
    ]);
  });
});
