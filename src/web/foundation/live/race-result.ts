import type { OwnBet, Race } from "../../../contract/races/race-shape.ts";

/** The finish is shown this long before the winner's card covers it (rule PAGE-7). */
export const WINNER_OVERLAY_AFTER_MS = 1600;
/** The winner stays on the screen this long, unless the next race needs the place. */
export const WINNER_OVERLAY_MS = 10_000;

/** How a race ended, for the winner's card. */
export interface RaceResult {
  readonly race: Race;
  readonly yourBet: OwnBet | null;
  readonly places: readonly number[];
  /** SOL for each SOL on the winner; null when the stakes were returned. */
  readonly payoutPerStake: number | null;
  readonly showFrom: number;
  readonly showUntil: number;
}

export const isOver = (race: Race): boolean => race.status === "completed" || race.status === "refunded";

export function resultFrom(
  race: Race,
  yourBet: OwnBet | null,
  places: readonly number[],
  { payoutPerStake, at }: { readonly payoutPerStake: number | null; readonly at: number },
): RaceResult {
  const showFrom = at + WINNER_OVERLAY_AFTER_MS;
  return { race, yourBet, places, payoutPerStake, showFrom, showUntil: showFrom + WINNER_OVERLAY_MS };
}

/**
 * The result of a race whose end was missed because the page was opened, or reconnected, after it: shown as long as
 * everybody else sees it.
 */
export function missedResult(
  before: Race | null,
  race: Race,
  yourBet: OwnBet | null,
  now: number,
): RaceResult | null {
  const wasKnown = before?.id === race.id && isOver(before);
  if (wasKnown || !isOver(race) || race.places === null || race.startsAt === null) return null;
  const finishedAt = race.startsAt.getTime() + race.durationMs;
  const winner = race.horses.find(({ id }) => id === race.winning_horse_id);
  const result = resultFrom(race, yourBet, race.places, {
    payoutPerStake: winner?.odds ?? null,
    at: race.completed_at?.getTime() ?? finishedAt,
  });
  return result.showUntil > now ? result : null;
}

/** The winner's card follows the books as soon as they are closed. */
export function settledResult(
  result: RaceResult | null,
  race: Race,
  yourBet: OwnBet | null,
): RaceResult | null {
  if (result?.race.id !== race.id) return result;
  return { ...result, race: { ...race, places: result.places.slice() }, yourBet: yourBet ?? result.yourBet };
}
