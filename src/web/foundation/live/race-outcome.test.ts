import { describe, expect, it } from "vitest";
import { lamports, ZERO } from "../../../domain/lamports.ts";
import { settle } from "../../../domain/settlement.ts";
import { translatorFor } from "../words/translate.ts";
import type { RaceResult } from "./race-result.ts";
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
const won = (result: RaceResult) => wonText(outcomeFor(result), inRace);

describe("an outcome", () => {
  it("MONEY-4 goes by the race's totals until the books are closed, then by the books", () => {
    const yourBet = betOn(4, "0.25");
    // A quarter of the 1 SOL on horse 4: a quarter of 2.85 SOL.
    expect(won(result({ yourBet }))).toEqual({ name: "You won", text: "+0.7125", good: true });
    const settled = { ...yourBet, payout_amount: sol("0.7124") };
    expect(won(result({ yourBet: settled })).text).toBe("+0.7124");
  });

  it("MONEY-4 is exact to the lamport, which the rate with its four decimals is not", () => {
    const stake = 333_333_333_333n;
    const others = 666_666_666_667n;
    const bet = (horseNumber: number, amount: bigint) => ({
      betId: `b-${amount}`,
      wallet: "w",
      horseNumber,
      stake: lamports(amount),
    });
    const lost = bet(1, 777_777_777_777n);
    const stakes = [bet(4, stake), bet(4, others), lost];
    const settled = settle({ stakes, winner: 4, houseEdgeBps: 500, jackpot: ZERO });
    const race = exampleRace({ status: "completed", winning_horse: winner, winning_horse_id: 4 });
    const horses = race.horses.map((horse) =>
      horse.number === 4 ? { ...horse, totalBetAmount: lamports(stake + others) } : horse,
    );
    const totalPool = lamports(stake + others + lost.stake);
    const yourBet = { ...betOn(4, "1"), bet_amount: lamports(stake) };
    const { payout } = outcomeFor(result({ race: { ...race, horses, totalPool }, yourBet }));
    const [first] = settled.bets;
    expect(first?.result).toBe("win");
    expect(payout).toBe(first?.payout);
  });

  it("is not told while the totals are not known", () => {
    const race = exampleRace({ status: "completed", winning_horse: winner, winning_horse_id: 4 });
    const horses = race.horses.map((horse) => ({ ...horse, totalBetAmount: null }));
    expect(won(result({ race: { ...race, horses }, yourBet: betOn(4, "0.25") })).text).toBe("–");
  });

  it("is nothing for a bet on another horse", () => {
    expect(won(result({ yourBet: betOn(1, "0.25") }))).toMatchObject({
      name: "Paid out",
      text: "0.0000",
      good: false,
    });
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
