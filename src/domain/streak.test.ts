import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports } from "./lamports.ts";
import { advanceStreak, countsForStreak, smallestStreakStake } from "./streak.ts";

const terms = fc.record({
  superfectaBonus: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(lamports),
  houseEdgeBps: fc.integer({ min: 0, max: 10_000 }),
  referralRateBps: fc.integer({ min: 0, max: 10_000 }),
});

const counting = { pickedWinner: true, counts: true };

describe("win streak", () => {
  it("MONEY-15 a bet counts from a fee of 2·bonus / (259·(1 − referral rate)) on", () => {
    const usual = { superfectaBonus: lamports(500_000_000n), houseEdgeBps: 500, referralRateBps: 500 };
    // 10⁹ / (259·0.95) is 4,064,214.6 lamports of fee.
    expect(countsForStreak(lamports(4_064_215n * 20n), usual)).toBe(true);
    expect(countsForStreak(lamports(4_064_215n * 20n - 1n), usual)).toBe(false);
    expect(smallestStreakStake(usual)).toBe(4_064_215n * 20n);
  });

  it("MONEY-15 the smallest stake that counts is exact: one lamport less does not", () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 0n, max: 10n ** 15n }), (race, stake) => {
        const smallest = smallestStreakStake(race);
        expect(countsForStreak(lamports(stake), race)).toBe(smallest !== null && stake >= smallest);
        if (smallest === null || smallest === 0n) return;
        expect(countsForStreak(smallest, race)).toBe(true);
        expect(countsForStreak(lamports(smallest - 1n), race)).toBe(false);
      }),
    );
  });

  it("MONEY-15 without a fee no bet counts, and when all of it is commission neither", () => {
    const bonus = { superfectaBonus: lamports(2n), houseEdgeBps: 500, referralRateBps: 500 };
    expect(smallestStreakStake({ ...bonus, houseEdgeBps: 0 })).toBeNull();
    expect(smallestStreakStake({ ...bonus, referralRateBps: 10_000 })).toBeNull();
    expect(smallestStreakStake({ ...bonus, superfectaBonus: lamports(0n) })).toBe(0n);
  });

  it("MONEY-15 four wins earn the award and the next race starts again", () => {
    let streak = 0;
    const awards: boolean[] = [];
    for (let race = 0; race < 9; race += 1) {
      const next = advanceStreak(streak, counting);
      streak = next.streak;
      awards.push(next.award);
    }
    expect(awards).toEqual([false, false, false, true, false, false, false, true, false]);
    expect(streak).toBe(1);
  });

  it("MONEY-15 a winner that was not picked ends the streak", () => {
    for (const current of [0, 3, 4]) {
      expect(advanceStreak(current, { ...counting, pickedWinner: false })).toEqual({
        streak: 0,
        award: false,
      });
    }
  });

  it("MONEY-15 a bet that does not count leaves the streak alone, won or lost", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), fc.boolean(), (current, pickedWinner) => {
        expect(advanceStreak(current, { pickedWinner, counts: false })).toEqual({
          streak: current,
          award: false,
        });
      }),
    );
  });
});
