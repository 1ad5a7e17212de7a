import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports, signedLamports } from "./lamports.ts";
import { lateRefund } from "./late-refund.ts";
import { type LedgerName, type Posting, userAccount } from "./ledger.ts";
import { betRefunded, lossGivenBack } from "./postings.ts";
import { betResults } from "./settlement.ts";

const raceId = "r";
const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);
const movedBy = ({ entries }: Posting) => entries.map((one) => [one.account, one.lamports]);

const settled = fc
  .array(
    fc.record({
      stake: fc.bigInt({ min: 1n, max: 10n ** 13n }).map(lamports),
      result: fc.constantFrom(...betResults),
    }),
    { maxLength: 25 },
  )
  .map((bets) => bets.map((bet, index) => ({ ...bet, betId: `b${index}`, wallet: `w${index}` })));
const equities = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 14n }).map(signedLamports);

describe("a refund after the settlement", () => {
  it("MONEY-9 gives each lost stake back in full, and moves nothing of a winner or of what was given back", () => {
    fc.assert(
      fc.property(settled, equities, fc.constantFrom<LedgerName>("real", "play"), (bets, equity, ledger) => {
        const plan = lateRefund(bets, ledger === "play" ? null : equity);
        const moved = plan.losses.flatMap((bet) => movedBy(lossGivenBack({ ...bet, raceId, ledger })));
        const house = ledger === "play" ? "play:mint" : "equity";
        const ofPlayers = moved.filter(([account]) => account !== house);
        expect(ofPlayers).toEqual(
          bets
            .filter(({ result }) => result === "loss")
            .map(({ wallet, stake }) => [userAccount(wallet, ledger), stake]),
        );
        expect(total(moved.map(([, amount]) => amount as bigint))).toBe(0n);
        expect(total(ofPlayers.map(([, amount]) => amount as bigint))).toBe(plan.cost);
      }),
    );
  });

  it("MONEY-9 the second one finds nothing to give back", () => {
    fc.assert(
      fc.property(settled, equities, (bets, equity) => {
        const { losses } = lateRefund(bets, equity);
        const after = bets.map((bet) =>
          losses.includes(bet) ? { ...bet, result: "refunded" as const } : bet,
        );
        expect(lateRefund(after, equity)).toMatchObject({ losses: [], cost: 0n, missing: 0n });
      }),
    );
  });

  it("MONEY-9 names exactly what equity lacks: with so much more it is covered, with a lamport less it is not", () => {
    fc.assert(
      fc.property(settled, equities, (bets, equity) => {
        const { cost, equityAfter, missing } = lateRefund(bets, equity);
        expect(equityAfter).toBe(equity - cost);
        expect(lateRefund(bets, signedLamports(equity + missing)).missing).toBe(0n);
        const isCovered = cost === 0n || equity >= cost;
        expect(missing === 0n).toBe(isCovered);
        const withLess = lateRefund(bets, signedLamports(equity + missing - 1n));
        expect(isCovered || withLess.missing === 1n).toBe(true);
      }),
    );
    const one = [{ stake: lamports(11n), result: "loss" as const }];
    expect(lateRefund(one, signedLamports(10n)).missing).toBe(1n);
    expect(lateRefund(one, signedLamports(-5n)).missing).toBe(16n);
    expect(lateRefund([], signedLamports(-5n)).missing).toBe(0n);
    expect(lateRefund(one, null)).toMatchObject({ missing: 0n, equityAfter: null });
  });

  it("MONEY-23 MONEY-2 a bet is refunded once: from the pool before the race, or by the house after it", () => {
    const bet = { betId: "b", raceId, wallet: "w", stake: lamports(9n) };
    for (const ledger of ["real", "play"] as const) {
      const [open, lost] = [betRefunded({ ...bet, ledger }), lossGivenBack({ ...bet, ledger })];
      expect(open.reference).toBe(lost.reference);
      const player = userAccount("w", ledger);
      expect(movedBy(open)).toEqual([
        [ledger === "play" ? "play:pool:r" : "pool:r", -9n],
        [player, 9n],
      ]);
      expect(movedBy(lost)).toEqual([
        [ledger === "play" ? "play:mint" : "equity", -9n],
        [player, 9n],
      ]);
    }
  });
});
