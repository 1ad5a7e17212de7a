import { describe, expect, it } from "vitest";
import { translatorFor } from "../words/translate.ts";
import type { RaceResult } from "./race-state.ts";
import { marginText, outcomeFor, wonText } from "./race-outcome.ts";
import { betOn, exampleRace } from "./testing/example-race.ts";
import { sol } from "./testing/sol.ts";
import { liveWords } from "./words.en.ts";

const winner = { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" };
const result = (changes: Partial<RaceResult>): RaceResult => ({
  race: exampleRace({ status: "completed", winning_horse: winner, winning_horse_id: 4 }),
  yourBet: null,
  places: [4, 1, 2, 3, 5, 6],
  payoutPerStake: 2.85,
  showFrom: 0,
  showUntil: 0,
  ...changes,
});

const inRace = translatorFor(liveWords);
const won = (shown: RaceResult) => wonText(outcomeFor(shown), inRace);

describe("an outcome", () => {
  it("goes by the rate that was called out until the books are closed, then by the books", () => {
    const yourBet = betOn(4, "0.25");
    expect(won(result({ yourBet }))).toEqual({ name: "You won", text: "+0.7125", good: true });
    const settled = { ...yourBet, payout_amount: sol("0.7124") };
    expect(won(result({ yourBet: settled })).text).toBe("+0.7124");
  });

  it("is nothing for a bet on another horse", () => {
    expect(won(result({ yourBet: betOn(1, "0.25") }))).toMatchObject({ text: "0.0000", good: false });
  });

  it("MONEY-6 returns the stake when nobody was on the winner", () => {
    const returned = result({ yourBet: betOn(1, "0.25"), payoutPerStake: null });
    expect(outcomeFor(returned)).toMatchObject({ stakesReturned: true });
    expect(won(returned)).toMatchObject({ name: "Returned", text: "0.2500" });
  });
});

it.each([
  [0.05, "a nose"],
  [0.15, "a short head"],
  [0.36, "a neck"],
  [0.5, "half a length"],
  [1.25, "1.3 lengths"],
])("calls a lead of %d lengths %s", (lengths, name) => {
  expect(marginText(lengths, inRace)).toBe(`won by ${name}`);
});
