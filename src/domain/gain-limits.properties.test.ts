import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ZERO, lamports, portion, sum } from "./lamports.ts";
import { settingsFrom } from "./settings.ts";
import { settle } from "./settlement.ts";
import { countsForStreak, smallestStreakStake } from "./streak.ts";

const defaultSettings = settingsFrom([]);

/** The bounds of docs/fairness.md, "How much", held against the rules themselves. */
const document = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8").replaceAll(
  /\s+/g,
  " ",
);

const bet = fc.record({
  isOwn: fc.boolean(),
  horseNumber: fc.integer({ min: 1, max: 6 }),
  stake: fc.bigInt({ min: 1n, max: 10_000_000_000n }).map(lamports),
});
const race = fc.record({
  bets: fc.array(bet, { minLength: 1, maxLength: 12 }),
  winner: fc.integer({ min: 1, max: 6 }),
  houseEdgeBps: fc.integer({ min: 0, max: 10_000 }),
  jackpot: fc.bigInt({ min: 0n, max: 10_000_000_000n }).map(lamports),
});

type Race = typeof race extends fc.Arbitrary<infer Value> ? Value : never;

/** What the attacker's wallets gain in a race, and what others staked. */
function play({ bets, ...terms }: Race) {
  const stakes = bets.map((one, index) => ({ ...one, betId: String(index), wallet: String(index) }));
  const settlement = settle({ stakes, ...terms });
  const owned = settlement.bets.filter((_, index) => bets[index]?.isOwn);
  const staked = sum(owned.map(({ stake }) => stake));
  const gain = sum(owned.map(({ payout, refund }) => lamports(payout + refund))) - staked;
  return { settlement, staked, gain, others: settlement.pool - staked };
}

describe("what an attacker can gain", () => {
  it("MONEY-4 MONEY-6 players together gain at most what others staked and the jackpot, less the fee", () => {
    fc.assert(
      fc.property(race, (terms) => {
        const { settlement, gain, others } = play(terms);
        const most = settlement.kind === "refunded" ? 0n : others + terms.jackpot - settlement.fee;
        expect(gain).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("MONEY-4 a house with wallets of its own gains at most what others staked, and a refund saves it at most its stakes and the jackpot", () => {
    fc.assert(
      fc.property(race, (terms) => {
        const { settlement, gain, staked, others } = play(terms);
        if (settlement.kind === "refunded") return;
        const house = gain + settlement.fee + settlement.remainder - terms.jackpot;
        expect(house).toBeLessThanOrEqual(others);
        expect(-house).toBeLessThanOrEqual(staked + terms.jackpot);
      }),
    );
  });

  it("MONEY-4 over the six winners players together gain 5/6 of what others staked less the edge, a house that bets last the edge as well", () => {
    fc.assert(
      fc.property(race, (terms) => {
        const results = [1, 2, 3, 4, 5, 6].map((winner) => play({ ...terms, winner }));
        const [{ others } = { others: 0n }] = results;
        const edge = BigInt(terms.houseEdgeBps);
        // Each race rounds a fee and up to twelve payouts.
        const rounding = 6n * 13n * 10_000n;
        const players = results.reduce((total, { gain }) => total + gain, 0n);
        expect(players * 10_000n).toBeLessThanOrEqual(
          5n * others * (10_000n - edge) + 6n * terms.jackpot * 10_000n + rounding,
        );
        const houses = results.reduce((total, { settlement, gain }) => {
          if (settlement.kind === "refunded") return total;
          return total + gain + settlement.fee + settlement.remainder - terms.jackpot;
        }, 0n);
        expect(houses * 10_000n).toBeLessThanOrEqual(others * (50_000n + edge) + rounding);
      }),
      { numRuns: 1_000 },
    );
  });

  it("MONEY-4 a jackpot is won without risk by six smallest stakes, less their fee", () => {
    const { minBet: stake, houseEdgeBps } = defaultSettings;
    const jackpot = lamports(1_000_000_000n);
    for (let winner = 1; winner <= 6; winner += 1) {
      const bets = [1, 2, 3, 4, 5, 6].map((horseNumber) => ({ isOwn: true, horseNumber, stake }));
      const { gain } = play({ bets, winner, houseEdgeBps, jackpot });
      expect(gain).toBe(jackpot - 3_000_000n);
    }
    expect(document).toContain("J − 6 · 0.01 · 5 % = J − 0.003 SOL");
    expect(defaultSettings.jackpotPool).toBe(ZERO);
  });

  it("MONEY-15 the fees of 259 wins are two bonuses after commission", () => {
    const stake = smallestStreakStake(defaultSettings) ?? ZERO;
    const fee = portion(stake, defaultSettings.houseEdgeBps);
    expect([stake, fee]).toEqual([81_284_300n, 4_064_215n]);
    expect(countsForStreak(lamports(stake - 1n), defaultSettings)).toBe(false);
    const feesAfterCommissions = 259n * (fee - portion(fee, defaultSettings.referralRateBps));
    expect(feesAfterCommissions).toBeGreaterThanOrEqual(2n * defaultSettings.superfectaBonus);
    expect(document).toContain("that is 0.004064215 SOL, a stake of 0.0812843 SOL");
  });
});
