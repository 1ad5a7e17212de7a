import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFee } from "./fee-split.ts";
import { lamports } from "./lamports.ts";
import { type Account, type LedgerName, type Posting, neverNegative } from "./ledger.ts";
import {
  betConfirmed,
  jackpotFunded,
  playMinted,
  raceRefunded,
  raceSettled,
  specialJackpotGiven,
  specialJackpotReserved,
} from "./postings.ts";
import { refundAll, settle } from "./settlement.ts";

/** Books in memory: the sum of all entries by account. */
function balances(postings: readonly Posting[]): Map<Account, bigint> {
  const totals = new Map<Account, bigint>();
  for (const { entries } of postings) {
    for (const { account, lamports: amount } of entries) {
      totals.set(account, (totals.get(account) ?? 0n) + amount);
    }
  }
  return totals;
}
const total = (amounts: Iterable<bigint>) => [...amounts].reduce((a, b) => a + b, 0n);

const amount = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(lamports);
const x = lamports(1000n);
const ledger = fc.constantFrom<LedgerName>("real", "play");
const race = fc.record({
  stakes: fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), amount), { minLength: 1, maxLength: 30 }),
  winner: fc.integer({ min: 1, max: 6 }),
  houseEdgeBps: fc.integer({ min: 0, max: 10_000 }),
  jackpot: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(lamports),
  referralRateBps: fc.integer({ min: 0, max: 10_000 }),
  bonusFundShareBps: fc.integer({ min: 0, max: 10_000 }),
  isSpecial: fc.boolean(),
  ledger,
});
type RunRace = typeof race extends fc.Arbitrary<infer Value> ? Value : never;

/** The books of a race up to its settlement or refund. */
function booksOf(run: RunRace) {
  const raceId = "r";
  const bets = run.stakes.map(([horseNumber, stake], index) => ({
    betId: `b${index}`,
    wallet: `w${index}`,
    horseNumber,
    stake,
  }));
  const settlement = settle({ ...run, stakes: bets });
  const referrers = new Map(bets.filter((_, index) => index % 2 === 0).map(({ wallet }) => [wallet, "anna"]));
  const before: Posting[] = [];
  if (run.ledger === "real" && run.jackpot > 0n) {
    const special = { id: "special-s", jackpot: run.jackpot };
    if (run.isSpecial)
      before.push(specialJackpotReserved(special), specialJackpotGiven({ ...special, raceId }));
    else before.push(jackpotFunded({ raceId, jackpot: run.jackpot }));
  }
  for (const bet of bets) {
    if (run.ledger === "play") {
      before.push(playMinted({ betId: bet.betId, wallet: bet.wallet, lamports: bet.stake }));
    }
    before.push(betConfirmed({ ...bet, raceId, ledger: run.ledger, depositAddress: "d" }));
  }
  return { raceId, bets, settlement, referrers, before };
}

describe("a race in the books", () => {
  it("INV-4 settlement empties pool and jackpot to the lamport, and all accounts sum to zero", () => {
    fc.assert(
      fc.property(race, (run) => {
        const { raceId, settlement, referrers, before } = booksOf(run);
        const close =
          settlement.kind === "paid"
            ? raceSettled({ raceId, ledger: run.ledger }, settlement, splitFee(settlement, referrers, run))
            : raceRefunded({ raceId, ledger: run.ledger }, settlement);
        const after = balances([...before, ...close]);
        expect(total(after.values())).toBe(0n);
        expect(after.get("pool:r") ?? 0n).toBe(0n);
        expect(after.get("play:pool:r") ?? 0n).toBe(0n);
        expect(after.get("jackpot:r") ?? 0n).toBe(0n);
        expect([...after].filter(([account, balance]) => neverNegative(account) && balance < 0n)).toEqual([]);
        const isPlay = run.ledger === "play";
        expect([...after.keys()].filter((account) => account.startsWith("play:") !== isPlay)).toEqual([]);
      }),
    );
  });

  it("BET-10 play money never touches a real account", () => {
    fc.assert(
      fc.property(race, (run) => {
        const { raceId, settlement, referrers, before } = booksOf({ ...run, ledger: "play" });
        const close =
          settlement.kind === "paid"
            ? raceSettled({ raceId, ledger: "play" }, settlement, splitFee(settlement, referrers, run))
            : raceRefunded({ raceId, ledger: "play" }, settlement);
        for (const account of balances([...before, ...close]).keys()) expect(account).toMatch(/^play:/);
      }),
    );
  });

  it("MONEY-6 MONEY-7 a refund gives each stake to its player's balance and the jackpot to the house", () => {
    fc.assert(
      fc.property(race, (run) => {
        const real = { ...run, ledger: "real" as const };
        const { raceId, bets, before } = booksOf(real);
        const refunded = raceRefunded({ raceId, ledger: "real" }, refundAll(bets, run.jackpot));
        const after = balances([...before, ...refunded]);
        for (const { wallet, stake } of bets) expect(after.get(`user:${wallet}`)).toBe(stake);
        expect(after.get("equity") ?? 0n).toBe(0n);
        expect(after.get("pool:r")).toBe(0n);
      }),
    );
  });

  it("INV-4 settlement and refund share a reference, so a pool is given out once", () => {
    const { raceId, bets, settlement, referrers } = booksOf({
      stakes: [[1, x]],
      winner: 1,
      houseEdgeBps: 500,
      jackpot: lamports(0n),
      referralRateBps: 500,
      bonusFundShareBps: 5000,
      isSpecial: false,
      ledger: "real",
    });
    if (settlement.kind !== "paid") throw new Error("somebody won here");
    const rates = { referralRateBps: 500, bonusFundShareBps: 5000 };
    const settled = raceSettled(
      { raceId, ledger: "real" },
      settlement,
      splitFee(settlement, referrers, rates),
    );
    const refunded = raceRefunded({ raceId, ledger: "real" }, refundAll(bets, lamports(0n)));
    expect(settled.map(({ reference }) => reference)).toEqual(["settle:r"]);
    expect(refunded.map(({ reference }) => reference)).toEqual(["settle:r"]);
  });

  it("INV-4 a settlement of very many winners comes in parts that each sum to zero and overdraw nothing", () => {
    const { raceId, settlement, referrers, before } = booksOf({
      stakes: Array.from({ length: 1_500 }, (_, index) => [
        1 + (index % 2),
        lamports(1_000_000n + BigInt(index)),
      ]),
      winner: 1,
      houseEdgeBps: 500,
      jackpot: lamports(7_000_000_000n),
      referralRateBps: 500,
      bonusFundShareBps: 5000,
      isSpecial: false,
      ledger: "real",
    });
    if (settlement.kind !== "paid") throw new Error("somebody won here");
    const rates = { referralRateBps: 500, bonusFundShareBps: 5000 };
    const parts = raceSettled({ raceId, ledger: "real" }, settlement, splitFee(settlement, referrers, rates));
    expect(parts.map(({ reference }) => reference)).toEqual([
      "settle:r",
      "settle:r:2",
      "settle:r:3",
      "settle:r:4",
    ]);
    for (const [index, part] of parts.entries()) {
      expect(total(part.entries.map((entry) => entry.lamports))).toBe(0n);
      const after = balances([...before, ...parts.slice(0, index + 1)]);
      expect([...after].filter(([account, balance]) => neverNegative(account) && balance < 0n)).toEqual([]);
    }
    const after = balances([...before, ...parts]);
    expect([after.get("pool:r"), after.get("jackpot:r")]).toEqual([0n, 0n]);
    for (const { wallet, payout } of settlement.bets) expect(after.get(`user:${wallet}`) ?? 0n).toBe(payout);
  });
});
