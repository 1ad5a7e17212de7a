import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports } from "./lamports.ts";
import { oddsOf, projectPayout } from "./odds.ts";
import { settle } from "./settlement.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n }).map(lamports);
const bps = fc.integer({ min: 0, max: 10_000 });

describe("odds", () => {
  it("RACE-6 are decimal, net of the edge, and absent for a horse without bets", () => {
    const market = { pool: lamports(1000n), houseEdgeBps: 500, jackpot: lamports(0n) };
    expect(oddsOf({ ...market, onHorse: lamports(250n) })).toBe(3.8);
    expect(oddsOf({ ...market, onHorse: lamports(300n) })).toBe(3.1666);
    expect(oddsOf({ ...market, onHorse: lamports(0n) })).toBeNull();
    expect(oddsOf({ ...market, onHorse: lamports(250n), jackpot: lamports(50n) })).toBe(4);
  });

  it("MONEY-4 a projected payout has the own stake in it and is what settlement would pay", () => {
    fc.assert(
      fc.property(
        fc.record({
          others: amount,
          backers: amount,
          own: amount.map((a) => lamports(a + 1n)),
          jackpot: amount,
        }),
        bps,
        ({ others, backers, own, jackpot }, houseEdgeBps) => {
          const stakes = [
            { betId: "own", wallet: "me", horseNumber: 1, stake: own },
            { betId: "backers", wallet: "b", horseNumber: 1, stake: backers },
            { betId: "others", wallet: "o", horseNumber: 2, stake: others },
          ];
          const settled = settle({ stakes, winner: 1, houseEdgeBps, jackpot });
          const pool = lamports(others + backers);
          const projected = projectPayout({ pool, onHorse: backers, stake: own, houseEdgeBps, jackpot });
          expect(projected).toBe(settled.bets[0]!.payout);
        },
      ),
    );
  });

  it("MONEY-5 somebody alone on the only horse sees beforehand that less than the stake comes back", () => {
    const empty = { pool: lamports(0n), onHorse: lamports(0n), jackpot: lamports(0n), houseEdgeBps: 500 };
    expect(projectPayout({ ...empty, stake: lamports(1000n) })).toBe(950n);
    expect(projectPayout({ ...empty, stake: lamports(0n) })).toBe(0n);
  });
});
