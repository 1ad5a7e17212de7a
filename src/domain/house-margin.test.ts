import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { poolFor, feeParts, warnOfSettings } from "./house-margin.ts";
import { type Lamports, lamports, portion } from "./lamports.ts";
import { settingsFrom } from "./settings.ts";

const SOL = 1_000_000_000n;
const sol = (amount: bigint) => lamports(amount * SOL);

const terms = fc.record({
  houseEdgeBps: fc.integer({ min: 0, max: 10_000 }),
  referralRateBps: fc.integer({ min: 0, max: 10_000 }),
  bonusFundShareBps: fc.integer({ min: 0, max: 10_000 }),
});
const pools = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(lamports);

describe("what the settings do to the house", () => {
  it("a fee goes to referrers, the bonus fund and the house without rest", () => {
    fc.assert(
      fc.property(terms, pools, fc.constantFrom("referred", "others"), (rates, pool, players) => {
        const { commission, bonusFund, house } = feeParts(pool, rates, players);
        expect(commission + bonusFund + house).toBe(portion(pool, rates.houseEdgeBps));
        expect(players === "referred" || commission === 0n).toBe(true);
      }),
    );
    const usual = { houseEdgeBps: 500, referralRateBps: 500, bonusFundShareBps: 5_000 };
    expect(feeParts(sol(100n), usual, "others")).toEqual({
      commission: 0n,
      bonusFund: 2_500_000_000n,
      house: 2_500_000_000n,
    });
    expect(feeParts(sol(100n), usual, "referred")).toEqual({
      commission: 250_000_000n,
      bonusFund: 2_375_000_000n,
      house: 2_375_000_000n,
    });
  });

  const earning = fc.record({
    houseEdgeBps: fc.integer({ min: 1, max: 10_000 }),
    referralRateBps: fc.constant(0),
    bonusFundShareBps: fc.integer({ min: 0, max: 9_999 }),
  });

  it("the pool that earns an amount does so, up to what rounding takes; a hundredth less does not", () => {
    fc.assert(
      fc.property(earning, fc.bigInt({ min: SOL, max: 10n ** 13n }).map(lamports), (rates, amount) => {
        const pool = poolFor("house", amount, rates) ?? lamports(0n);
        expect(feeParts(pool, rates, "others").house).toBeGreaterThanOrEqual(amount - 2n);
        const less = lamports((pool * 99n) / 100n);
        expect(feeParts(less, rates, "others").house).toBeLessThan(amount);
      }),
    );
    expect(
      poolFor("bonusFund", sol(1n), { houseEdgeBps: 500, referralRateBps: 0, bonusFundShareBps: 0 }),
    ).toBeNull();
  });
});

describe("combinations that lose money", () => {
  const codes = (texts: Record<string, string>, averagePool: Lamports | null = null) =>
    warnOfSettings(
      settingsFrom(Object.entries(texts).map(([key, value]) => ({ key, value }))),
      averagePool,
    ).map(({ code }) => code);

  it("the initial settings have none", () => expect(codes({}, sol(1n))).toEqual([]));

  it.each([
    ["MIN_ABOVE_MAX", { min_bet_amount: "0.25", max_bet_amount: "0.1", superfecta_bonus_sol: "0" }],
    ["NO_EDGE", { house_edge: "0", superfecta_bonus_sol: "0" }],
    ["NOTHING_LEFT", { bonus_fund_share: "100" }],
    ["NETWORK_FEES_ABOVE_MARGIN", { house_edge: "0.1", superfecta_bonus_sol: "0" }],
    ["NETWORK_FEES_ABOVE_MARGIN", { priority_fee_cap_sol: "0.0005" }],
    [
      "COMMISSION_ABOVE_MARGIN",
      { referral_rate: "10", bonus_fund_share: "90", min_bet_amount: "0.5", superfecta_bonus_sol: "0" },
    ],
    ["BONUS_NOT_FED", { bonus_fund_share: "0" }],
    ["BONUS_OUT_OF_REACH", { superfecta_bonus_sol: "100" }],
  ])("%s", (code, texts) => expect(codes(texts)).toEqual([code]));

  it("a jackpot is measured by what an average race leaves to the house", () => {
    const jackpot = { jackpot_pool_amount: "0.25" };
    expect(codes(jackpot)).toEqual([]);
    // 5 % of 10 SOL, half of it to the bonus fund.
    expect(codes(jackpot, sol(10n))).toEqual([]);
    expect(codes({ jackpot_pool_amount: "0.26" }, sol(10n))).toEqual(["JACKPOT_ABOVE_MARGIN"]);
  });
});
