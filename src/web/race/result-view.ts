import { lamports, ZERO, type Lamports } from "../../domain/lamports.ts";
import { planRace } from "../../domain/motion.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import type { RaceResult } from "./race-state.ts";

/** Margins up to a length have names. */
const margins = [
  [0.1, "a nose"],
  [0.18, "a short head"],
  [0.27, "a head"],
  [0.4, "a neck"],
  [0.62, "half a length"],
  [0.87, "three quarters of a length"],
  [1.2, "a length"],
] as const;

/** How far the second was behind. */
export function marginText(lengths: number): string {
  const named = margins.find(([upTo]) => lengths < upTo);
  return `won by ${named === undefined ? `${lengths.toFixed(1)} lengths` : named[1]}`;
}

function marginOf({ motionSeed, durationMs, places }: RaceResult["race"]): string {
  if (motionSeed === null) return "finished";
  const lead = planRace({ motionSeed, durationMs, places }).gaps[1];
  return lead === undefined ? "finished" : marginText(lead);
}

interface Winner {
  readonly number: number;
  readonly name: string;
  readonly color: string;
}

export interface Outcome {
  readonly winner: Winner | null;
  /** How clearly it won, as racing says it. */
  readonly margin: string;
  /** Nobody was on the winner. */
  readonly stakesReturned: boolean;
  /** SOL for each SOL on the winner. */
  readonly multiplier: number | null;
  readonly winningBets: number | null;
  readonly won: { readonly name: string; readonly text: string; readonly good: boolean };
}

/** What a finished race means for the one who looks at it. */
export function outcomeFor({ race, yourBet, payoutPerStake }: RaceResult): Outcome {
  const stakesReturned = payoutPerStake === null;
  const winningHorse = race.horses.find(({ id }) => id === race.winning_horse_id);
  return {
    winner: race.winning_horse,
    margin: marginOf(race),
    stakesReturned,
    multiplier: payoutPerStake,
    winningBets: winningHorse?.betCount ?? null,
    won: wonText(payoutOf(yourBet, race.winning_horse_id, payoutPerStake), stakesReturned),
  };
}

/** Paid to the player: by the books once they are closed, until then by the rate that was called out. */
function payoutOf(
  yourBet: RaceResult["yourBet"],
  winningHorseId: number | null,
  payoutPerStake: number | null,
): Lamports {
  if (yourBet === null) return ZERO;
  if (yourBet.payout_amount !== null) return yourBet.payout_amount;
  if (payoutPerStake === null) return yourBet.bet_amount;
  if (yourBet.horse_id !== winningHorseId) return ZERO;
  return lamports(BigInt(Math.floor(Number(yourBet.bet_amount) * payoutPerStake)));
}

function wonText(payout: Lamports, stakesReturned: boolean): Outcome["won"] {
  if (stakesReturned) return { name: "Returned", text: formatSol(payout, 4), good: false };
  if (payout === 0n) return { name: "You won", text: "0.0000", good: false };
  return { name: "You won", text: `+${formatSol(payout, 4)}`, good: true };
}
