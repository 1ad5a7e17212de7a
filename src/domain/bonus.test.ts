import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { awardBonuses } from "./bonus.ts";
import { lamports, sum } from "./lamports.ts";

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(lamports);

describe("bonus fund", () => {
  it("MONEY-14 pays a whole bonus or nothing, and owes nothing", () => {
    expect(awardBonuses(lamports(5n), lamports(2n), ["a", "b", "c"])).toEqual({
      awards: [
        { wallet: "a", amount: 2n },
        { wallet: "b", amount: 2n },
      ],
      uncovered: ["c"],
      fund: 1n,
    });
    expect(awardBonuses(lamports(1n), lamports(2n), ["a"])).toEqual({
      awards: [],
      uncovered: ["a"],
      fund: 1n,
    });
    expect(awardBonuses(lamports(9n), lamports(0n), ["a"]).awards).toEqual([]);
  });

  it("INV-8 never pays more than it holds", () => {
    fc.assert(
      fc.property(amount, amount, fc.uniqueArray(fc.string(), { maxLength: 6 }), (fund, bonus, wallets) => {
        const awarded = awardBonuses(fund, bonus, wallets);
        expect(awarded.fund >= 0n).toBe(true);
        expect(sum(awarded.awards.map((award) => award.amount)) + awarded.fund).toBe(fund);
      }),
    );
  });
});
