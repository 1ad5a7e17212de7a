import { describe, expect, it } from "vitest";
import { awardBonuses } from "./bonus.ts";
import { splitFee } from "./fee-split.ts";
import { type Lamports, ZERO, lamports, sum } from "./lamports.ts";
import { settle } from "./settlement.ts";
import { advanceStreak, countsForStreak, smallestStreakStake } from "./streak.ts";

const terms = {
  houseEdgeBps: 500,
  referralRateBps: 500,
  bonusFundShareBps: 5_000,
  superfectaBonus: lamports(500_000_000n),
};
const RACES = 20_000;

/** Repeatable numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Bettor {
  readonly wallet: string;
  readonly horse: (race: number) => number;
  readonly stake: Lamports;
  readonly isFarmer: boolean;
}

interface Outcome {
  /** Bonuses that the farmers were paid. */
  readonly taken: bigint;
  /** What the house kept of the farmers' bets: all that they staked, minus payouts and refunds, and minus the commissions
   * that they earned on each other. */
  readonly paid: bigint;
  readonly awards: number;
}

/** Plays many races with only the rules. The fund starts full, so that there are other players' fees to take. */
function play(bettors: readonly Bettor[], seed: number): Outcome {
  const random = randomFrom(seed);
  const streaks = new Map<string, number>();
  // Each farmer names another as their referrer: part of the fee comes back.
  const farmers = bettors.filter(({ isFarmer }) => isFarmer);
  const referrers = new Map(
    farmers.map(({ wallet }, index) => [wallet, farmers[(index + 1) % farmers.length]!.wallet]),
  );
  const isFarmer = new Set(farmers.map(({ wallet }) => wallet));
  let fund = lamports(10n ** 15n);
  let taken = 0n;
  let paid = 0n;
  let awards = 0;
  for (let race = 0; race < RACES; race += 1) {
    const winner = 1 + Math.floor(random() * 6);
    const stakes = bettors.map(({ wallet, horse, stake }) => ({
      betId: wallet,
      wallet,
      horseNumber: horse(race),
      stake,
    }));
    const settlement = settle({ stakes, winner, houseEdgeBps: terms.houseEdgeBps, jackpot: ZERO });
    if (settlement.kind === "paid") {
      const split = splitFee(settlement, referrers, terms);
      fund = lamports(fund + split.toBonus);
      paid += settlement.bets
        .filter(({ wallet }) => isFarmer.has(wallet))
        .reduce((total, { fee }) => total + fee, 0n);
      paid -= sum(split.commissions.map(({ amount }) => amount));
    }
    const complete: string[] = [];
    for (const { wallet, horseNumber, stake } of settlement.bets) {
      const pick = { pickedWinner: horseNumber === winner, counts: countsForStreak(stake, terms) };
      const { streak, award } = advanceStreak(streaks.get(wallet) ?? 0, pick);
      streaks.set(wallet, streak);
      if (award) complete.push(wallet);
    }
    const paidOut = awardBonuses(fund, terms.superfectaBonus, complete);
    fund = paidOut.fund;
    for (const { wallet, amount } of paidOut.awards) {
      if (!isFarmer.has(wallet)) continue;
      taken += amount;
      awards += 1;
    }
  }
  return { taken, paid, awards };
}

const smallest = smallestStreakStake(terms)!;
const farmer = (wallet: string, horse: Bettor["horse"], stake = smallest): Bettor => ({
  wallet,
  horse,
  stake,
  isFarmer: true,
});
const honest = (wallet: string, stake: Lamports): Bettor => ({
  wallet,
  horse: (race) => 1 + ((race * 7) % 6),
  stake,
  isFarmer: false,
});

const rings: Readonly<Record<string, readonly Bettor[]>> = {
  "two wallets alone on one horse": [farmer("a", () => 1), farmer("b", () => 1)],
  "a ring of six on all horses": Array.from({ length: 6 }, (_, index) =>
    farmer(`f${index}`, (race) => 1 + ((race + index) % 6)),
  ),
  "six wallets on one horse": Array.from({ length: 6 }, (_, index) => farmer(`f${index}`, () => 3)),
  "five wallets with one honest player": [
    ...Array.from({ length: 5 }, (_, index) => farmer(`f${index}`, () => 2)),
    honest("h", lamports(100_000_000n)),
  ],
};

describe("those who bet for the bonus alone", () => {
  it.each(Object.entries(rings))(
    "MONEY-14 MONEY-15 INV-8 %s take out less than the fees that they paid",
    (_, bettors) => {
      const { taken, paid, awards } = play(bettors, 1);
      expect(awards).toBeGreaterThan(0);
      // Half of it on average: the fees that count are worth two bonuses per superfecta.
      expect(taken).toBeLessThan(paid);
    },
    60_000,
  );

  it("MONEY-15 a lamport below the smallest stake earns no streak at all", () => {
    const below = lamports(smallest - 1n);
    expect(play([farmer("a", () => 1, below), farmer("b", () => 1, below)], 1).awards).toBe(0);
  }, 60_000);
});
