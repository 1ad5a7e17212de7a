import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { specialRaceDefaults } from "../../../domain/race-settings.ts";
import type { RaceType } from "../../../domain/race-terms.ts";
import { formatSol, parseSol } from "../../../domain/sol-amount.ts";

/** The form as typed. */
export interface Draft {
  readonly raceType: RaceType;
  readonly houseEdge: string;
  readonly jackpot: string;
  readonly minBets: string;
  readonly countdown: string;
}

export const usualDraft: Draft = {
  raceType: specialRaceDefaults.raceType,
  houseEdge: String(specialRaceDefaults.houseEdgeBps / 100),
  jackpot: formatSol(specialRaceDefaults.jackpot),
  minBets: String(specialRaceDefaults.minBets),
  countdown: String(specialRaceDefaults.countdownMs / 1_000),
};

/** The fields that can be wrong. */
export type DraftField = "houseEdge" | "jackpot" | "minBets" | "countdown";

const wholeFrom = (text: string, least: number, most: number): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;

const isRight: Readonly<Record<DraftField, (text: string) => boolean>> = {
  houseEdge: (text) => /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= 100,
  jackpot: (text) => parseSol(text).ok,
  minBets: (text) => wholeFrom(text, 1, 1_000),
  countdown: (text) => wholeFrom(text, 10, 3_600),
};

/** The fields that are not within their limits (rule ADMIN-43). */
export const wrongFields = (draft: Draft): readonly DraftField[] =>
  (Object.keys(isRight) as DraftField[]).filter((field) => !isRight[field](draft[field].trim()));

/** The request body for a draft without a wrong field. */
export const termsOf = (draft: Draft) => ({
  raceType: draft.raceType,
  houseEdge: Number(draft.houseEdge),
  jackpotAmount: jackpotOf(draft) ?? lamports(0n),
  minBets: Number(draft.minBets),
  countdownSeconds: Number(draft.countdown),
});

/** Null while it is not an amount. */
export function jackpotOf({ jackpot }: Draft): Lamports | null {
  const parsed = parseSol(jackpot.trim());
  return parsed.ok ? parsed.value : null;
}
