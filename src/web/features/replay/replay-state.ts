import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { OwnBet, Race } from "../../../contract/races/race-shape.ts";
import { initialRaceState, reduceRace, type RaceState } from "../../foundation/live/race-state.ts";

/** What the server returns for a race that was run. */
export interface RunRace {
  readonly race: Race;
  readonly yourBet: OwnBet | null;
  readonly replay: Reply<Api["getReplay"]>;
}

/** The page's state while a race ran and when it was over; only the time within them differs. */
export interface ReplayStates {
  readonly startsAt: number;
  readonly durationMs: number;
  readonly racing: RaceState;
  readonly over: RaceState;
}

/**
 * Passes the events of the race to the page's own reducer again, so that a replay shows what was seen live
 * (rule RACE-9).
 */
export function replayStates({ race, yourBet, replay }: RunRace): ReplayStates {
  const { raceId, startsAt, durationMs, motionSeed, places, horses } = replay;
  const start = startsAt.getTime();
  const before: Race = {
    ...race,
    status: "active",
    startsAt,
    motionSeed,
    durationMs,
    places,
    winning_horse: null,
    winning_horse_id: null,
  };
  const racing = reduceRace(initialRaceState, { type: "fetched", race: before, yourBet }, start);
  const winner = horses.find(({ number }) => number === places[0]);
  if (winner === undefined) throw new Error(`Race ${raceId} has no winner among its horses.`);
  const finished = reduceRace(
    racing,
    {
      type: "completed",
      raceId,
      winningHorse: winner,
      places,
      payoutPerWinningStake: race.horses.find(({ id }) => id === winner.id)?.odds ?? null,
      message: "",
    },
    start + durationMs,
  );
  // The books are closed by now, and the card stays until the tape is rewound.
  const result = finished.result && {
    ...finished.result,
    race: { ...race, places, winning_horse: winner, winning_horse_id: winner.id },
    showUntil: Number.POSITIVE_INFINITY,
  };
  return { startsAt: start, durationMs, racing, over: { ...finished, result } };
}

/** The page's state when the race was `elapsedMs` old. */
export function stateAt({ startsAt, durationMs, racing, over }: ReplayStates, elapsedMs: number): RaceState {
  return { ...(elapsedMs < durationMs ? racing : over), now: startsAt + elapsedMs };
}
