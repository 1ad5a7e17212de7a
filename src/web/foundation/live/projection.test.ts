import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports } from "../../../domain/lamports.ts";
import { exampleRace } from "./testing/example-race.ts";
import { sol } from "./testing/sol.ts";
import { projectBet, withoutBet } from "./projection.ts";

const afterBet = (horseId: number, stake: bigint) => {
  const race = exampleRace();
  const horses = race.horses.map((horse) =>
    horse.id === horseId
      ? { ...horse, totalBetAmount: lamports((horse.totalBetAmount ?? 0n) + stake) }
      : horse,
  );
  return { ...race, horses, totalPool: lamports(race.totalPool + stake) };
};

describe("a projection", () => {
  it("MONEY-4 counts the player's own stake in the pool and on the horse", () => {
    // (3 + 1) minus 5 % is 3.8; half of the 2 on horse 4 is the player's.
    expect(projectBet(exampleRace(), 4, sol("1"))).toEqual({
      oddsAfter: 1.9,
      payout: sol("1.9"),
      isAlone: false,
    });
  });

  it("is the same before the bet and after it", () => {
    const amounts = fc.bigInt({ min: 1n, max: 10_000_000_000n });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), amounts, (horseId, amount) => {
        const stake = lamports(amount);
        const before = projectBet(exampleRace(), horseId, stake);
        const after = projectBet(withoutBet(afterBet(horseId, stake), horseId, stake), horseId, stake);
        expect(after).toEqual(before);
      }),
    );
  });

  it("MONEY-5 notices when everybody would be on the same horse", () => {
    const alone = exampleRace({ totalPool: sol("1") });
    expect(projectBet(alone, 4, sol("1"))?.isAlone).toBe(true);
    expect(projectBet(alone, 1, sol("1"))?.isAlone).toBe(false);
  });

  it("RACE-6 is not made while amounts are hidden", () => {
    const horses = exampleRace().horses.map((horse) => ({ ...horse, totalBetAmount: null }));
    expect(projectBet(exampleRace({ horses }), 4, sol("1"))).toBeNull();
  });
});
