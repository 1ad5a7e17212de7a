import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZERO, lamports, sum } from "./lamports.ts";
import { type Stake, refundAll, settle } from "./settlement.ts";

const stake = (betId: string, horseNumber: number, amount: bigint): Stake => ({
  betId,
  wallet: `w-${betId}`,
  horseNumber,
  stake: lamports(amount),
});

const stakes = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.bigInt({ min: 1n, max: 10n ** 13n })), { maxLength: 60 })
  .map((list) => list.map(([horse, amount], index) => stake(String(index), horse, amount)));

const race = fc.record({
  stakes,
  winner: fc.integer({ min: 1, max: 6 }),
  houseEdgeBps: fc.integer({ min: 0, max: 10_000 }),
  jackpot: fc.bigInt({ min: 0n, max: 10n ** 13n }).map(lamports),
});

const NOTHING_KEPT = { fee: ZERO, net: ZERO, remainder: ZERO };

describe("settlement", () => {
  it("MONEY-4 pays winners in proportion to their stakes from what the fee leaves", () => {
    const settled = settle({
      stakes: [stake("a", 1, 100n), stake("b", 1, 200n), stake("c", 2, 101n)],
      winner: 1,
      houseEdgeBps: 500,
      jackpot: lamports(10n),
    });
    // fee = ⌊401·5 %⌋ = 20; net = 401 − 20 + 10 = 391; shares ⌊391/3⌋ = 130 and ⌊782/3⌋ = 260
    expect(settled).toMatchObject({ kind: "paid", pool: 401n, fee: 20n, net: 391n, remainder: 1n });
    expect(settled.bets.map(({ result, payout, fee }) => [result, payout, fee])).toEqual([
      ["win", 130n, 5n],
      ["win", 260n, 10n],
      ["loss", 0n, 5n],
    ]);
  });

  it("MONEY-5 with everybody on the winner the net pool is paid all the same", () => {
    const settled = settle({
      stakes: [stake("a", 4, 1000n)],
      winner: 4,
      houseEdgeBps: 500,
      jackpot: lamports(0n),
    });
    expect(settled.bets[0]).toMatchObject({ result: "win", payout: 950n });
  });

  it("MONEY-6 with nobody on the winner all stakes and the jackpot go back, without a fee", () => {
    const settled = settle({
      stakes: [stake("a", 1, 100n), stake("b", 2, 200n)],
      winner: 3,
      houseEdgeBps: 500,
      jackpot: lamports(7n),
    });
    expect(settled).toMatchObject({ kind: "refunded", pool: 300n, jackpot: 7n });
    expect(settled.bets.map(({ result, refund, payout, fee }) => [result, refund, payout, fee])).toEqual([
      ["refunded", 100n, 0n, 0n],
      ["refunded", 200n, 0n, 0n],
    ]);
  });

  it("INV-4 every lamport of stakes and jackpot ends in fee, payouts and remainder, or goes back", () => {
    fc.assert(
      fc.property(race, (run) => {
        const settled = settle(run);
        const staked = sum(run.stakes.map((bet) => bet.stake));
        expect(settled.pool).toBe(staked);
        const given = sum(settled.bets.map((bet) => lamports(bet.payout + bet.refund)));
        const { fee, net, remainder } = settled.kind === "paid" ? settled : NOTHING_KEPT;
        const returned = settled.kind === "paid" ? 0n : settled.jackpot;
        expect(fee + given + remainder + returned).toBe(staked + run.jackpot);
        const winners = settled.bets.filter((bet) => bet.result === "win").length;
        expect(remainder).toBeLessThan(BigInt(Math.max(winners, 1)));
        for (const part of [fee, net, remainder]) expect(part >= 0n).toBe(true);
      }),
    );
  });

  it("INV-5 each bet ends as exactly one of win, loss and refunded", () => {
    fc.assert(
      fc.property(race, (run) => {
        const settled = settle(run);
        expect(settled.bets.map(({ betId }) => betId)).toEqual(run.stakes.map(({ betId }) => betId));
        for (const bet of settled.bets) {
          const expected = bet.horseNumber === run.winner ? "win" : "loss";
          expect(bet.result).toBe(settled.kind === "refunded" ? "refunded" : expected);
          expect(bet.result === "win" || bet.payout === 0n).toBe(true);
          expect(bet.refund).toBe(bet.result === "refunded" ? bet.stake : 0n);
        }
      }),
    );
  });

  it("INV-8 the bets' own fees never add up to more than the fee of the race", () => {
    fc.assert(
      fc.property(race, (run) => {
        const settled = settle(run);
        const ownFees = sum(settled.bets.map((bet) => bet.fee));
        expect(ownFees).toBeLessThanOrEqual(settled.kind === "paid" ? settled.fee : 0n);
      }),
    );
  });

  it("MONEY-7 a race that has not been run is refunded in full, even without a bet", () => {
    expect(refundAll([], lamports(5n))).toEqual({ kind: "refunded", pool: 0n, jackpot: 5n, bets: [] });
    expect(refundAll([stake("a", 1, 9n)], lamports(0n)).bets[0]).toMatchObject({
      result: "refunded",
      refund: 9n,
    });
  });
});
