import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBase58 } from "./base58.ts";
import { lamports } from "./lamports.ts";
import {
  type SettingKey,
  parseSetting,
  settingDefinitions,
  settingKeys,
  settingsConflict,
  settingsFrom,
} from "./settings.ts";

const wallet = encodeBase58(new Uint8Array(32).fill(9));
const stored = (key: string, text: string) => {
  const parsed = parseSetting(key, text);
  return parsed.ok ? parsed.value.text : parsed.code;
};

describe("settings", () => {
  it("hold what the specification gives when nobody has changed them", () => {
    expect(settingsFrom([])).toMatchObject({
      houseEdgeBps: 500,
      referralRateBps: 500,
      minBet: 10_000_000n,
      maxBet: 10_000_000_000n,
      minBets: 2,
      countdownMs: 30_000,
      extendMs: 10_000,
      classicDurationMs: 12_000,
      sprintDurationMs: 8000,
      enduranceDurationMs: 15_000,
      superfectaBonus: 500_000_000n,
      raceTypeWeights: { classic: 60, sprint: 25, endurance: 15 },
      outcomeEntropy: "beacon",
      bonusFundShareBps: 5000,
      maintenance: false,
      theme: "main-prime",
    });
    expect(settingsConflict(settingsFrom([]))).toBeNull();
  });

  it("LIMITS-9 every initial value is one that could be stored, in its stored spelling", () => {
    for (const key of settingKeys) {
      expect([key, stored(key, settingDefinitions[key].initial)]).toEqual([
        key,
        settingDefinitions[key].initial,
      ]);
    }
  });

  it.each<[SettingKey, readonly string[], readonly string[]]>([
    ["house_edge", ["0", "2.5", "5", "7.5", "10", "100", "0.1"], ["100.1", "-1", "2.55", "5%", "", "1e1"]],
    ["referral_rate", ["0", "2.5", "5", "7.5", "10"], ["1", "12.5", "100"]],
    ["min_bet_amount", ["0.01", "0.05", "0.1", "0.25", "0.5", "1", "2"], ["0", "0.02", "5"]],
    ["max_bet_amount", ["0.1", "0.25", "0.5", "1", "2", "5", "10"], ["0.01", "20"]],
    ["min_bets_to_start", ["2", "3", "4", "5", "6"], ["1", "7", "2.5"]],
    ["countdown_seconds", ["10", "15", "20", "30", "45", "60"], ["0", "11", "90"]],
    ["extend_seconds", ["5", "10", "15", "20"], ["0", "30"]],
    ["classic_duration", ["8", "10", "12", "15"], ["9", "60"]],
    ["superfecta_bonus_sol", ["0", "0.01", "2", "100"], ["0.001", "-1", "two"]],
    ["outcome_entropy", ["beacon", "sealed"], ["Beacon", "none", ""]],
    ["network", ["devnet", "mainnet-beta"], ["testnet"]],
    ["theme", ["main-prime", "solana-future"], ["dark"]],
    ["testing_mode_enabled", ["true", "false"], ["yes", "1", "TRUE"]],
    ["chat_moderators", ["[]", `["${wallet}"]`], [`["${wallet}x"]`, "[1]", "{}", "[", "nobody"]],
    ["race_types", ['["classic"]', '["classic","endurance"]'], ["[]", '["classic","derby"]', ""]],
    [
      "race_type_weights",
      ['{"classic":1,"sprint":0,"endurance":100}'],
      ['{"classic":0,"sprint":0,"endurance":0}', '{"classic":101}', '{"classic":"1"}', "[]", "5", '{"x":1}'],
    ],
    [
      "rpc_url_mainnet",
      ["https://rpc.example.com/?key=1"],
      ["ftp://x", "rpc.example.com", "https://a@b/", ""],
    ],
  ])("LIMITS-9 %s takes its choices and refuses others", (key, allowed, refused) => {
    for (const text of allowed) expect([text, stored(key, text)]).toEqual([text, text]);
    for (const text of refused) expect([text, stored(key, text)]).toEqual([text, "SETTING_INVALID"]);
  });

  it("LIMITS-9 other spellings of an allowed value are stored in one", () => {
    expect(stored("min_bet_amount", "0.10")).toBe("0.1");
    expect(stored("house_edge", "2.50")).toBe("2.5");
    expect(stored("min_bets_to_start", "02")).toBe("2");
    expect(stored("race_types", "sprint, classic")).toBe('["classic","sprint"]');
    expect(stored("chat_moderators", `${wallet},${wallet}`)).toBe(`["${wallet}"]`);
    expect(stored("no_such_setting", "1")).toBe("SETTING_UNKNOWN");
    expect(stored("toString", "1")).toBe("SETTING_UNKNOWN");
  });

  it("LIMITS-9 what can be stored can be read, whatever the text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...settingKeys), fc.oneof(fc.string(), fc.json()), (key, text) => {
        const parsed = parseSetting(key, text);
        if (!parsed.ok) return;
        expect(stored(key, parsed.value.text)).toBe(parsed.value.text);
        expect(() => settingsFrom([{ key, value: parsed.value.text }])).not.toThrow();
      }),
    );
  });

  it("are read from their rows; a row that never could be written stops everything", () => {
    const rows = [
      { key: "house_edge", value: "2.5" },
      { key: "retired_setting", value: "x" },
    ];
    expect(settingsFrom(rows).houseEdgeBps).toBe(250);
    expect(() => settingsFrom([{ key: "house_edge", value: "lots" }])).toThrow("house_edge");
  });

  it("LIMITS-9 settings that contradict each other are named", () => {
    const settings = settingsFrom([]);
    expect(settingsConflict({ ...settings, minBet: lamports(2n), maxBet: lamports(1n) })).toMatch(
      "minimum bet",
    );
    expect(settingsConflict({ ...settings, raceTypes: [] })).toMatch("race type");
  });

  it("BET-10 testing mode and mainnet exclude each other", () => {
    const settings = settingsFrom([]);
    expect(settingsConflict({ ...settings, testingMode: true, network: "mainnet-beta" })).toMatch("mainnet");
    expect(settingsConflict({ ...settings, testingMode: true, network: "devnet" })).toBeNull();
  });

  it("ACCESS-4 node URLs, moderators and what no page shows are not public", () => {
    const isPublic = (key: SettingKey) => settingDefinitions[key].isPublic;
    for (const key of ["rpc_url_mainnet", "rpc_url_devnet", "chat_moderators", "bonus_fund_share"] as const) {
      expect([key, isPublic(key)]).toEqual([key, false]);
    }
    for (const key of ["superfecta_bonus_sol", "house_edge", "network"] as const) {
      expect([key, isPublic(key)]).toEqual([key, true]);
    }
  });
});
