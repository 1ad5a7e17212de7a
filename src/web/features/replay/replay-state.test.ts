import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { positionsAt, planRace } from "../../../domain/motion.ts";
import { REVEAL_AT } from "../../../domain/race-timing.ts";
import {
  initialRaceState,
  reduceRace,
  type RaceEvent,
  type RaceState,
} from "../../foundation/live/race-state.ts";
import { phaseOf, shownResult } from "../../foundation/live/race-phase.ts";
import { standingsOf } from "../../foundation/live/standings.ts";
import { betOn, exampleRace, T0 } from "../../foundation/live/testing/example-race.ts";
import { geometryOf } from "../../../track/geometry.ts";
import { courseFor, momentAt } from "../../../track/moment.ts";
import type { RunState } from "../../../track/track-state.ts";
import { replayStates, stateAt } from "./replay-state.ts";
import { insertTape, pause, play, seek, setSpeed } from "./tape.ts";

const DURATION = 12_000;
const motionSeed = "0123456789abcdef0123456789abcdef";
const places = [4, 1, 2, 6, 5, 3];
const startsAt = new Date(T0 + 1500);
const winner = { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" };
const yourBet = betOn(4, "0.25");
const running = exampleRace({ status: "active" });
const finished = exampleRace({
  status: "completed",
  startsAt,
  motionSeed,
  places,
  winning_horse: winner,
  winning_horse_id: 4,
  horses: running.horses.map((horse) => ({ ...horse, odds: horse.number === 4 ? 2.85 : null })),
});
const states = replayStates({
  race: finished,
  yourBet,
  replay: {
    raceId: "race-7",
    race_type: "classic",
    startsAt,
    durationMs: DURATION,
    motionSeed,
    places,
    horses: running.horses,
  },
});

/** The page as it was while the race ran, built from the events that arrived over the socket. */
function live(elapsedMs: number): RaceState {
  const events: readonly (readonly [number, RaceEvent])[] = [
    [-1500, { type: "fetched", race: running, yourBet }],
    [
      -1500,
      {
        type: "started",
        raceId: "race-7",
        startsAt,
        durationMs: DURATION,
        motionSeed,
        horseIds: [1, 2, 3, 4, 5, 6],
        serverNow: new Date(T0),
        message: "",
      },
    ],
    [DURATION * REVEAL_AT, { type: "revealed", raceId: "race-7", places }],
    [
      DURATION,
      {
        type: "completed",
        raceId: "race-7",
        winningHorse: winner,
        places,
        payoutPerWinningStake: 2.85,
        message: "",
      },
    ],
    [elapsedMs, { type: "tick" }],
  ];
  return events
    .filter(([at]) => at <= elapsedMs)
    .reduce((state, [at, event]) => reduceRace(state, event, startsAt.getTime() + at), initialRaceState);
}

const moments = Array.from({ length: 160 }, (_, index) => index * 100);

describe("a replay", () => {
  it("RACE-9 tells the same order, distances and phases at every moment as the live page", () => {
    for (const elapsed of moments) {
      expect(standingsOf(stateAt(states, elapsed)), `${elapsed}`).toEqual(standingsOf(live(elapsed)));
      expect(phaseOf(stateAt(states, elapsed))).toEqual(phaseOf(live(elapsed)));
    }
  });

  it("RACE-9 shows the result when the live page did, with the same rate and winnings", () => {
    for (const elapsed of moments) {
      const [again, then] = [shownResult(stateAt(states, elapsed)), shownResult(live(elapsed))];
      expect(again?.payoutPerStake).toBe(then?.payoutPerStake);
      expect(again?.yourBet).toEqual(then?.yourBet);
    }
  });

  it("RACE-9 draws the horses where the live view drew them, through pauses, jumps and other speeds", () => {
    const geometry = geometryOf(835, 551);
    const trackState = (run: Partial<RunState["run"] & object>): RunState => ({
      horses: running.horses.map(({ number, color }) => ({ number, color })),
      marked: 4,
      durationMs: DURATION,
      run: { startsAt: startsAt.getTime(), motionSeed, places, ...run },
    });
    const watched = courseFor(geometry, trackState({}));
    const opened = T0 + DAY_MS;
    let tape = insertTape(DURATION, opened, true);
    const atTape = (now: number) =>
      momentAt(courseFor(geometry, trackState({ playback: tape.playback })), now);
    const atLive = (elapsed: number) => momentAt(watched, startsAt.getTime() + elapsed);
    expect(atTape(opened + 2500)).toEqual(atLive(2500));
    tape = setSpeed(tape, 2, opened + 2500);
    expect(atTape(opened + 3500)).toEqual(atLive(4500));
    tape = pause(tape, opened + 3500);
    expect(atTape(opened + 50_000)).toEqual(atLive(4500));
    tape = setSpeed(play(seek(tape, 11_000, opened + 60_000), opened + 60_000), 0.5, opened + 60_000);
    expect(atTape(opened + 61_000)).toEqual(atLive(11_500));
    expect(atTape(opened + 61_000).running.map(({ position }) => position)).toEqual(
      positionsAt(planRace({ motionSeed, durationMs: DURATION, places }), 11_500),
    );
  });
});
