import type { Race } from "../../../../contract/races/race-shape.ts";

/** A race that was run, as far as a clip of its finish shows it. */
export interface ClipFacts {
  readonly raceId: string;
  readonly startsAt: Date;
  readonly durationMs: number;
  readonly motionSeed: string;
  readonly places: readonly number[];
  readonly horses: readonly { readonly number: number; readonly color: string }[];
  readonly winner: { readonly number: number; readonly color: string; readonly name: string };
  /** SOL for each SOL on the winner; null when nobody had bet on it. */
  readonly odds: number | null;
}

/** Null for a race that was not run to its end. */
export function clipFactsOf(race: Race): ClipFacts | null {
  const { id, startsAt, durationMs, motionSeed, places, horses } = race;
  const winner = horses.find(({ number }) => number === places?.[0]);
  if (startsAt === null || motionSeed === null || places === null || winner === undefined) return null;
  return { raceId: id, startsAt, durationMs, motionSeed, places, horses, winner, odds: winner.odds };
}
