import { describe, expect, it } from "vitest";
import type { Lamports } from "./lamports.ts";
import {
  checkSpecialRace,
  drawRaceType,
  freezeRaceSettings,
  loadRaceSettings,
  readStoredTerms,
  specialRaceDefaults,
  storeRaceSettings,
} from "./race-settings.ts";
import { settingsFrom } from "./settings.ts";

const settings = settingsFrom([]);
const classic = freezeRaceSettings(settings, { raceType: "classic" });

describe("race settings", () => {
  it("RACE-3 are what the settings say at creation, with what was chosen for the race", () => {
    expect(classic).toMatchObject({ durationMs: 12_000, houseEdgeBps: 500, minBets: 2, jackpot: 0n });
    expect(freezeRaceSettings(settings, { raceType: "sprint" }).durationMs).toBe(8000);
    expect(classic).toMatchObject({ special: false });
    expect(freezeRaceSettings(settings, specialRaceDefaults)).toMatchObject({
      special: true,
      durationMs: 12_000,
      houseEdgeBps: 0,
      jackpot: 1_000_000_000n,
      countdownMs: 30_000,
    });
  });

  it("BET-10 a race is for play money in testing mode, and never on mainnet", () => {
    const freeze = (network: "devnet" | "mainnet-beta", testingMode: boolean) =>
      freezeRaceSettings({ ...settings, network, testingMode }, { raceType: "classic" }).ledger;
    expect(freeze("devnet", true)).toBe("play");
    expect(freeze("devnet", false)).toBe("real");
    expect(freeze("mainnet-beta", true)).toBe("real");
  });

  it("RACE-3 survive being stored as JSON", () => {
    const stored = JSON.parse(JSON.stringify(storeRaceSettings(classic)));
    expect(loadRaceSettings(stored)).toEqual(classic);
  });

  it("FAIR-12 are committed to in one order, without the jackpot, however they were stored", () => {
    const stored = storeRaceSettings(classic);
    const { jackpot, ...terms } = stored;
    expect(jackpot).toBe(String(classic.jackpot));
    const shuffled = Object.fromEntries(Object.entries(stored).toReversed());
    expect(JSON.stringify(readStoredTerms(shuffled))).toBe(JSON.stringify(terms));
    expect(readStoredTerms({ ...stored, version: 2 })).toBeNull();
    expect(readStoredTerms({ ...stored, raceType: "walk" })).toBeNull();
    expect(readStoredTerms({ ...stored, minBet: undefined })).toBeNull();
  });

  it("draws race types by weight among those that are run", () => {
    expect(drawRaceType(settings, 0)).toBe("classic");
    expect(drawRaceType(settings, 0.5999)).toBe("classic");
    expect(drawRaceType(settings, 0.6)).toBe("sprint");
    expect(drawRaceType(settings, 0.85)).toBe("endurance");
    expect(drawRaceType(settings, 0.99999)).toBe("endurance");
    expect(drawRaceType({ ...settings, raceTypes: ["sprint"] }, 0.99)).toBe("sprint");
    const weights = { classic: 0, sprint: 0, endurance: 3 };
    expect(drawRaceType({ ...settings, raceTypeWeights: weights }, 0)).toBe("endurance");
    expect(() => drawRaceType({ ...settings, raceTypes: [] }, 0)).toThrow(RangeError);
  });

  const stored = storeRaceSettings(classic);

  it("RACE-3 that are damaged, or of a later program, are not guessed", () => {
    const { superfectaBonus: _, ...incomplete } = stored;
    const wrong: readonly (readonly [unknown, string])[] = [
      [incomplete, "superfectaBonus"],
      [{ ...stored, durationMs: "12000" }, "durationMs"],
      [{ ...stored, houseEdgeBps: -1 }, "houseEdgeBps"],
      [{ ...stored, minBet: 10_000_000 }, "minBet"],
      [{ ...stored, maxBet: "1.5" }, "maxBet"],
      [{ ...stored, ledger: "paper" }, "ledger"],
      [{ ...stored, extendMs: null }, "extendMs"],
      [{ ...stored, special: "yes" }, "special"],
      [{ ...stored, version: 2 }, "version 2, this program knows 1"],
      [null, "version undefined"],
    ];
    for (const [row, said] of wrong) expect(() => loadRaceSettings(row)).toThrow(said);
  });

  it("LIMITS-9 a special race is checked field by field", () => {
    expect(checkSpecialRace(specialRaceDefaults)).toEqual({ ok: true, value: specialRaceDefaults });
    const field = (change: object) => {
      const checked = checkSpecialRace({ ...specialRaceDefaults, ...change });
      return checked.ok ? null : checked.field;
    };
    expect(field({ houseEdgeBps: 10_010 })).toBe("houseEdge");
    expect(field({ houseEdgeBps: 255 })).toBe("houseEdge");
    expect(field({ houseEdgeBps: 250, minBets: 1, countdownMs: 10_000 })).toBeNull();
    expect(field({ jackpot: -1n as Lamports })).toBe("jackpotAmount");
    expect(field({ minBets: 0 })).toBe("minBets");
    expect(field({ countdownMs: 9000 })).toBe("countdownSeconds");
    expect(field({ raceType: "derby" })).toBe("raceType");
  });
});
