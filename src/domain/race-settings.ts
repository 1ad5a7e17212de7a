import { sha256Hex } from "./fairness.ts";
import { type Lamports, lamports } from "./lamports.ts";
import type { LedgerName } from "./ledger.ts";
import { type Result, ok, refuse } from "./result.ts";
import { type OutcomeEntropy, type RaceType, raceTypes } from "./race-terms.ts";
import type { Settings } from "./settings.ts";

/** What a race keeps of the settings from its creation to its end (rule RACE-3). */
export interface RaceSettings {
  readonly raceType: RaceType;
  readonly durationMs: number;
  readonly houseEdgeBps: number;
  /** Distinct players with confirmed bets that start the countdown. */
  readonly minBets: number;
  readonly minBet: Lamports;
  readonly maxBet: Lamports;
  readonly countdownMs: number;
  readonly extendMs: number;
  readonly referralRateBps: number;
  readonly bonusFundShareBps: number;
  readonly superfectaBonus: Lamports;
  readonly jackpot: Lamports;
  readonly outcomeEntropy: OutcomeEntropy;
  readonly ledger: LedgerName;
}

/** What the creator of a race decides; the rest comes from the settings. */
export interface ChosenRace {
  readonly raceType: RaceType;
  readonly jackpot?: Lamports;
  readonly houseEdgeBps?: number;
  readonly minBets?: number;
  readonly countdownMs?: number;
}

/** Freezes the settings for a race that is created now (rules RACE-3 and BET-10). */
export function freezeRaceSettings(settings: Settings, chosen: ChosenRace): RaceSettings {
  return {
    raceType: chosen.raceType,
    durationMs: raceDurationMs(settings, chosen.raceType),
    houseEdgeBps: chosen.houseEdgeBps ?? settings.houseEdgeBps,
    minBets: chosen.minBets ?? settings.minBets,
    minBet: settings.minBet,
    maxBet: settings.maxBet,
    countdownMs: chosen.countdownMs ?? settings.countdownMs,
    extendMs: settings.extendMs,
    referralRateBps: settings.referralRateBps,
    bonusFundShareBps: settings.bonusFundShareBps,
    superfectaBonus: settings.superfectaBonus,
    jackpot: chosen.jackpot ?? settings.jackpotPool,
    outcomeEntropy: settings.outcomeEntropy,
    ledger: settings.testingMode && settings.network !== "mainnet-beta" ? "play" : "real",
  };
}

function raceDurationMs(settings: Settings, raceType: RaceType): number {
  switch (raceType) {
    case "classic":
      return settings.classicDurationMs;
    case "sprint":
      return settings.sprintDurationMs;
    case "endurance":
      return settings.enduranceDurationMs;
  }
}

/**
 * The type of the next race, drawn by weight among the types that are run.
 *
 * @param draw a random fraction in [0, 1).
 */
export function drawRaceType({ raceTypes: run, raceTypeWeights }: Settings, draw: number): RaceType {
  const total = run.reduce((sum, type) => sum + raceTypeWeights[type], 0);
  let left = draw * total;
  for (const type of run) {
    left -= raceTypeWeights[type];
    if (left < 0) return type;
  }
  throw new RangeError(`draw ${draw} of weight ${total}`);
}

/** A special race as an admin asks for it (rule RACE-4). */
export type SpecialRace = Required<ChosenRace>;

/** @planned for the admin panel */
export const specialRaceDefaults: SpecialRace = {
  raceType: "classic",
  houseEdgeBps: 0,
  jackpot: lamports(1_000_000_000n),
  minBets: 2,
  countdownMs: 30_000,
};

/**
 * Checks a special race: edge 0 to 100 % in steps of 0.1, at least 1 player and 10 s of countdown (rule LIMITS-9).
 * @planned for the admin panel
 */
export function checkSpecialRace(race: SpecialRace): Result<SpecialRace, "INVALID_INPUT"> {
  const wrong = (field: string) => refuse("INVALID_INPUT", { field });
  if (!raceTypes.includes(race.raceType)) return wrong("raceType");
  if (!isWhole(race.houseEdgeBps / 10, 0, 1000)) return wrong("houseEdge");
  if (race.jackpot < 0n) return wrong("jackpotAmount");
  if (!isWhole(race.minBets, 1, 1000)) return wrong("minBets");
  if (!isWhole(race.countdownMs / 1000, 10, 3600)) return wrong("countdownSeconds");
  return ok(race);
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Stored form of race settings: amounts as decimal strings of lamports. */
export type StoredRaceSettings = {
  readonly [Name in keyof RaceSettings]: RaceSettings[Name] extends Lamports ? string : RaceSettings[Name];
};

export const storeRaceSettings = (settings: RaceSettings): StoredRaceSettings => ({
  ...settings,
  minBet: settings.minBet.toString(),
  maxBet: settings.maxBet.toString(),
  superfectaBonus: settings.superfectaBonus.toString(),
  jackpot: settings.jackpot.toString(),
});

export const loadRaceSettings = (stored: StoredRaceSettings): RaceSettings => ({
  ...stored,
  minBet: lamports(BigInt(stored.minBet)),
  maxBet: lamports(BigInt(stored.maxBet)),
  superfectaBonus: lamports(BigInt(stored.superfectaBonus)),
  jackpot: lamports(BigInt(stored.jackpot)),
});

/**
 * The hash of a race's settings that is anchored with its commitment (rule FAIR-12): SHA-256 of the
 * stored form as JSON without spaces, its keys in alphabetical order.
 */
export function settingsHash(settings: RaceSettings): string {
  const fields = Object.entries(storeRaceSettings(settings)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify(Object.fromEntries(fields)));
}
