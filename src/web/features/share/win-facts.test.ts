import { expect, it } from "vitest";
import type { RaceResult } from "../../foundation/live/race-result.ts";
import { betOn, exampleRace } from "../../foundation/live/testing/example-race.ts";
import { sol } from "../../foundation/live/testing/sol.ts";
import { winFactsOf } from "./win-facts.ts";

const winner = { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" };
const result = (changes: Partial<RaceResult> = {}): RaceResult => ({
  race: exampleRace({
    status: "completed",
    winning_horse: winner,
    winning_horse_id: 4,
    motionSeed: "0123456789abcdef0123456789abcdef",
    places: [4, 1, 2, 3, 5, 6],
  }),
  yourBet: betOn(4, "0.25"),
  places: [4, 1, 2, 3, 5, 6],
  payoutPerStake: 2.85,
  showFrom: 0,
  showUntil: 0,
  ...changes,
});

it("tells of a win what the winner's card told", () => {
  expect(winFactsOf(result())).toMatchObject({
    raceId: "race-7",
    winner,
    multiplier: 2.85,
    payout: sol("0.7125"),
    isPlayMoney: false,
  });
  expect(winFactsOf(result())?.order.map(({ number }) => number)).toEqual([4, 1, 2, 3, 5, 6]);
});

it("has nothing to show without a win", () => {
  expect(winFactsOf(result({ yourBet: null }))).toBeNull();
  expect(winFactsOf(result({ yourBet: betOn(1, "0.25") }))).toBeNull();
  expect(winFactsOf(result({ payoutPerStake: null }))).toBeNull();
});
