import { specialRaceTerms } from "../../../../contract/races/special-race-terms.ts";
import { amountIn, wholeIn } from "../../../../contract/wire/field-limits.ts";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { specialRaceDefaults } from "../../../../domain/race-settings.ts";
import type { RaceType } from "../../../../domain/race-terms.ts";
import { percent } from "../../../../domain/setting-input.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { HIGH_EDGE_BPS } from "../kit/high-edge.ts";

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

const isRight: Readonly<Record<DraftField, (text: string) => boolean>> = {
  houseEdge: (text) => percent.read(text) !== null,
  jackpot: (text) => amountIn(specialRaceTerms.jackpotAmount, text) !== null,
  minBets: (text) => wholeIn(specialRaceTerms.minBets, text) !== null,
  countdown: (text) => wholeIn(specialRaceTerms.countdownSeconds, text) !== null,
};

/** The fields that are not within their limits. */
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

/** What has to be typed before the request, as for a setting (rule LIMITS-44); null where nothing has to. */
export const phraseOf = ({ houseEdge }: Draft): string | null =>
  Number(houseEdge) * 100 > HIGH_EDGE_BPS ? `house_edge ${Number(houseEdge)}` : null;

/** Null while it is not an amount. */
export const jackpotOf = ({ jackpot }: Draft): Lamports | null =>
  amountIn(specialRaceTerms.jackpotAmount, jackpot);
