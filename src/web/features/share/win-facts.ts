import type { Lamports } from "../../../domain/lamports.ts";
import type { RaceResult } from "../../foundation/live/race-result.ts";
import { outcomeFor } from "../../foundation/live/race-outcome.ts";

interface Runner {
  readonly number: number;
  readonly color: string;
}

/** What a picture of a win says. */
export interface WinFacts {
  readonly raceId: string;
  /** From the winner to the second, in lengths; null when unknown. */
  readonly lead: number | null;
  readonly winner: Runner & { readonly name: string };
  /** From first to last. */
  readonly order: readonly Runner[];
  /** SOL for each SOL on the winner. */
  readonly multiplier: number;
  readonly payout: Lamports;
  readonly isPlayMoney: boolean;
}

/** The win of the player looking at a result; null if there is none. */
export function winFactsOf(result: RaceResult): WinFacts | null {
  const { winner, lead, multiplier, payout } = outcomeFor(result);
  if (winner === null || multiplier === null || payout === null || payout === 0n) return null;
  const { race, places } = result;
  return {
    raceId: race.id,
    lead,
    winner,
    order: places.flatMap((place) => race.horses.find(({ number }) => number === place) ?? []),
    multiplier,
    payout,
    isPlayMoney: race.testing,
  };
}
