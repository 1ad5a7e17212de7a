import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports } from "./lamports.ts";
import { betResults } from "./settlement.ts";
import { advanceStreak, countsForStreak } from "./streak.ts";

describe("win streak", () => {
  it("MONEY-15 a bet counts from a fee of 2·bonus / (1554·(1 − referral rate)) on", () => {
    const bonus = { superfectaBonus: lamports(2_000_000_000n), referralRateBps: 500 };
    // 4·10⁹ / (1554·0.95) = 2,709,476.4…
    expect(countsForStreak({ ...bonus, betFee: lamports(2_709_476n) })).toBe(false);
    expect(countsForStreak({ ...bonus, betFee: lamports(2_709_477n) })).toBe(true);
  });

  it("MONEY-15 without a fee no bet counts, and when all of it is commission neither", () => {
    const superfectaBonus = lamports(2n);
    expect(countsForStreak({ betFee: lamports(0n), superfectaBonus, referralRateBps: 0 })).toBe(false);
    expect(countsForStreak({ betFee: lamports(10n ** 12n), superfectaBonus, referralRateBps: 10_000 })).toBe(
      false,
    );
  });

  it("MONEY-15 four wins earn the award and the next race starts again", () => {
    let streak = 0;
    const awards: boolean[] = [];
    for (let race = 0; race < 9; race += 1) {
      const next = advanceStreak(streak, "win", true);
      streak = next.streak;
      awards.push(next.award);
    }
    expect(awards).toEqual([false, false, false, true, false, false, false, true, false]);
    expect(streak).toBe(1);
    expect(advanceStreak(4, "loss", true)).toEqual({ streak: 0, award: false });
  });

  it("MONEY-6 a refund leaves the streak alone", () => {
    expect(advanceStreak(3, "refunded", true)).toEqual({ streak: 3, award: false });
  });

  it("MONEY-15 a bet that does not count leaves the streak alone, won or lost", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...betResults), (current, result) => {
        expect(advanceStreak(current, result, false)).toEqual({ streak: current, award: false });
        const { streak } = advanceStreak(current, result, true);
        expect(streak).toBeGreaterThanOrEqual(0);
        expect(streak).toBeLessThanOrEqual(4);
      }),
    );
  });
});
