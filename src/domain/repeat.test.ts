import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports, ZERO } from "./lamports.ts";
import { favouriteOf, nextRepeatStep, type RepeatedBet, tallyRepeat } from "./repeat.ts";

const SOL = 1_000_000_000n;
const terms = { stake: lamports(SOL), races: 3, stopAtLoss: lamports(2n * SOL) };
const lost: RepeatedBet = { stake: lamports(SOL), result: "loss", payout: ZERO };
const won: RepeatedBet = { stake: lamports(SOL), result: "win", payout: lamports(3n * SOL) };
const open: RepeatedBet = { stake: lamports(SOL), result: null, payout: ZERO };
const refunded: RepeatedBet = { stake: lamports(SOL), result: "refunded", payout: lamports(SOL) };
const next = (...bets: RepeatedBet[]) => nextRepeatStep(terms, tallyRepeat(bets));

describe("a repeat", () => {
  it("BET-15 bets until its races are done, and ends when the last is settled", () => {
    expect(next()).toBe("bet");
    expect(next(won, won)).toBe("bet");
    expect(next(won, won, open)).toBe("wait");
    expect(next(won, won, lost)).toBe("races_done");
    expect(next(refunded, refunded, refunded)).toBe("races_done");
  });

  it("BET-15 places no bet that could exceed the loss", () => {
    expect(next(lost)).toBe("bet");
    expect(next(lost, lost)).toBe("loss_reached");
    expect(next(open)).toBe("bet");
    expect(next(lost, open)).toBe("wait");
    expect(next(won, lost)).toBe("bet");
    expect(next(refunded)).toBe("bet");
  });

  it("BET-15 never loses more than its stop nor bets in more than its races, whatever comes", () => {
    const some = fc.bigInt({ min: 1n, max: 20n });
    const end = fc.record({ factor: fc.bigInt({ min: 0n, max: 4n }), settlesLate: fc.boolean() });
    fc.assert(
      fc.property(some, some, fc.integer({ min: 1, max: 50 }), fc.array(end), (stake, stop, races, ends) => {
        const order = { stake: lamports(stake), races, stopAtLoss: lamports(stop) };
        const bets: RepeatedBet[] = [];
        for (const { factor, settlesLate } of ends) {
          if (nextRepeatStep(order, tallyRepeat(bets)) === "bet")
            bets.push({ stake: order.stake, result: null, payout: ZERO });
          if (settlesLate) continue;
          const at = bets.findIndex(({ result }) => result === null);
          if (at >= 0)
            bets[at] = {
              stake: order.stake,
              result: factor === 0n ? "loss" : "win",
              payout: lamports(factor * stake),
            };
          const { net, open: atStake } = tallyRepeat(bets);
          expect(net - atStake).toBeGreaterThanOrEqual(-stop);
          expect(bets.length).toBeLessThanOrEqual(races);
        }
      }),
    );
  });

  it("BET-15 takes the favourite by what is staked, of equals the lowest number", () => {
    const horse = (number: number, stakes: bigint) => ({ number, stakes: lamports(stakes) });
    expect(favouriteOf([horse(1, 1n), horse(2, 5n), horse(3, 4n)])).toBe(2);
    expect(favouriteOf([horse(4, 5n), horse(2, 5n), horse(3, 4n)])).toBe(2);
    expect(favouriteOf([horse(3, 0n), horse(1, 0n)])).toBe(1);
    expect(favouriteOf([])).toBeNull();
  });
});
