import { lamports, ZERO, type Lamports } from "../../domain/lamports.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import type { RaceResult } from "./race-state.ts";

interface Winner {
  readonly number: number;
  readonly name: string;
  readonly color: string;
}

export interface Outcome {
  readonly winner: Winner | null;
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
