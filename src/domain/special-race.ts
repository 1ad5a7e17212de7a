import { lamports } from "./lamports.ts";
import type { ChosenRace } from "./race-settings.ts";
import { raceTypes } from "./race-terms.ts";
import { type Result, ok, refuse } from "./result.ts";

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
