import type { Race } from "../../../contract/races/race-shape.ts";
import { ZERO, type Lamports } from "../../../domain/lamports.ts";
import { planRace } from "../../../domain/motion.ts";
import type { TranslatorOf } from "../words/words.ts";
import { projectBet, withoutBet } from "./projection.ts";
import type { RaceResult } from "./race-result.ts";
import type { liveWords } from "./words.en.ts";

type RaceLanguage = TranslatorOf<typeof liveWords>;

/** Margins up to a length have names. */
const margins = [
  [0.1, "marginNose"],
  [0.18, "marginShortHead"],
  [0.27, "marginHead"],
  [0.4, "marginNeck"],
  [0.62, "marginHalf"],
  [0.87, "marginThreeQuarters"],
  [1.2, "marginLength"],
] as const;

/** How far the second was behind; null when that is unknown. */
export function marginText(lengths: number | null, { t, decimal }: RaceLanguage): string {
  if (lengths === null) return t("finished");
  const named = margins.find(([upTo]) => lengths < upTo);
  return named === undefined ? t("marginLengths", { lengths: decimal(lengths, 1) }) : t(named[1]);
}

function leadOf({ motionSeed, durationMs, places }: RaceResult["race"]): number | null {
  if (motionSeed === null) return null;
  return planRace({ motionSeed, durationMs, places }).gaps[1] ?? null;
}

interface Winner {
  readonly number: number;
  readonly name: string;
  readonly color: string;
}

export interface Outcome {
  readonly winner: Winner | null;
  /** From the winner to the second, in lengths; {@link marginText} puts it in racing terms. */
  readonly lead: number | null;
  /** Nobody bet on the winner. */
  readonly stakesReturned: boolean;
  /** SOL for each SOL on the winner. */
  readonly multiplier: number | null;
  readonly winningBets: number | null;
  /** For the current player: what is paid, or returned. Null as long as it is not known to the lamport. */
  readonly payout: Lamports | null;
}

/** What a finished race means for the person looking at it. */
export function outcomeFor({ race, yourBet, payoutPerStake }: RaceResult): Outcome {
  const stakesReturned = payoutPerStake === null;
  const winningHorse = race.horses.find(({ id }) => id === race.winning_horse_id);
  return {
    winner: race.winning_horse,
    lead: leadOf(race),
    stakesReturned,
    multiplier: payoutPerStake,
    winningBets: winningHorse?.betCount ?? null,
    payout: payoutOf(race, yourBet, stakesReturned),
  };
}

/** Amount paid to the player: from the books once they are closed, until then from the race's own totals. */
function payoutOf(race: Race, yourBet: RaceResult["yourBet"], stakesReturned: boolean): Lamports | null {
  if (yourBet === null) return ZERO;
  if (yourBet.payout_amount !== null) return yourBet.payout_amount;
  const { horse_id: horseId, bet_amount: stake } = yourBet;
  if (stakesReturned) return stake;
  if (horseId !== race.winning_horse_id) return ZERO;
  return projectBet(withoutBet(race, horseId, stake), horseId, stake)?.payout ?? null;
}

interface WonText {
  readonly name: string;
  readonly text: string;
  readonly good: boolean;
}

/** What the page says to the player about the payout. */
export function wonText({ payout, stakesReturned }: Outcome, { t, sol }: RaceLanguage): WonText {
  if (payout === null) return { name: t("youWon"), text: "–", good: true };
  const text = sol(payout, 4);
  if (stakesReturned) return { name: t("returned"), text, good: false };
  return payout > 0n
    ? { name: t("youWon"), text: `+${text}`, good: true }
    : { name: t("paidOut"), text, good: false };
}
