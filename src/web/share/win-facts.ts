import { raceLabel } from "../../domain/race-label.ts";
import type { RaceResult } from "../race/race-state.ts";
import { outcomeFor } from "../race/result-view.ts";

interface Runner {
  readonly number: number;
  readonly color: string;
}

/** What a picture of a win says. */
export interface WinFacts {
  readonly raceId: string;
  readonly race: string;
  readonly margin: string;
  readonly winner: Runner & { readonly name: string };
  /** From first to last. */
  readonly order: readonly Runner[];
  /** `×2.85` */
  readonly pays: string;
  /** `+0.7125` */
  readonly won: string;
  readonly isPlayMoney: boolean;
}

/** The win of the one who looks at a result; null without one. */
export function winFactsOf(result: RaceResult): WinFacts | null {
  const { winner, margin, multiplier, won } = outcomeFor(result);
  if (winner === null || multiplier === null || !won.good) return null;
  const { race, places } = result;
  return {
    raceId: race.id,
    race: `Race ${raceLabel(race.id)}`,
    margin,
    winner,
    order: places.flatMap((place) => race.horses.find(({ number }) => number === place) ?? []),
    pays: `×${multiplier.toFixed(2)}`,
    won: won.text,
    isPlayMoney: race.testing,
  };
}
