import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFee } from "./fee-split.ts";
import { lamports, sum } from "./lamports.ts";
import { commission } from "./referral.ts";
import { type PaidSettlement, settle } from "./settlement.ts";

const settled = (stakes: readonly bigint[], houseEdgeBps: number): PaidSettlement => {
  const settlement = settle({
    stakes: stakes.map((stake, index) => ({
      betId: `b${index}`,
      wallet: `w${index}`,
      horseNumber: 1 + (index % 2),
      stake: lamports(stake),
    })),
    winner: 1,
    houseEdgeBps,
    jackpot: lamports(0n),
  });
  if (settlement.kind !== "paid") throw new Error("somebody backs the winner here");
  return settlement;
};

describe("dividing the fee", () => {
  it("MONEY-12 a referrer gets the rate of the referred bet's own fee", () => {
    const settlement = settled([1_000_000n, 2_000_000n, 3_000_001n], 500);
    const referrers = new Map([
      ["w1", "anna"],
      ["w2", "anna"],
    ]);
    const split = splitFee(settlement, referrers, { referralRateBps: 1000, bonusFundShareBps: 5000 });
    expect(split.commissions).toEqual([
      { betId: "b1", wallet: "w1", referrer: "anna", amount: 10_000n },
      { betId: "b2", wallet: "w2", referrer: "anna", amount: 15_000n },
    ]);
    expect(split.toBonus).toBe((300_000n - 25_000n) / 2n + settlement.remainder);
    expect(split.toEquity).toBe(137_500n);
  });

  it("MONEY-12 nothing at edge 0, at rate 0 and without a referrer", () => {
    const referrers = new Map([["w1", "anna"]]);
    const rates = { referralRateBps: 500, bonusFundShareBps: 5000 };
    expect(splitFee(settled([100n, 100n], 0), referrers, rates).commissions).toEqual([]);
    expect(splitFee(settled([1000n, 1000n], 500), new Map(), rates).commissions).toEqual([]);
    expect(
      splitFee(settled([1000n, 1000n], 500), referrers, { ...rates, referralRateBps: 0 }).commissions,
    ).toEqual([]);
    expect(commission(lamports(1000n), 250)).toBe(25n);
  });

  it("INV-8 commissions, bonus fund and equity share exactly fee and remainder, none below zero", () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (stakes, houseEdgeBps, referralRateBps, bonusFundShareBps) => {
          const settlement = settled(stakes, houseEdgeBps);
          const everyone = new Map(settlement.bets.map(({ wallet }) => [wallet, "anna"]));
          const split = splitFee(settlement, everyone, { referralRateBps, bonusFundShareBps });
          const commissions = sum(split.commissions.map(({ amount }) => amount));
          expect(commissions + split.toBonus + split.toEquity).toBe(settlement.fee + settlement.remainder);
          for (const part of [commissions, split.toBonus, split.toEquity]) expect(part >= 0n).toBe(true);
        },
      ),
    );
  });
});
