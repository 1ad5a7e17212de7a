import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFee } from "./fee-split.ts";
import { lamports, signedLamports, ZERO } from "./lamports.ts";
import { type Account, type LedgerName, neverNegative, type Posting, userAccount } from "./ledger.ts";
import { paymentCreated, refundedPayoutCancelled } from "./chain-postings.ts";
import {
  betConfirmed,
  betRefunded,
  bonusAwarded,
  jackpotFunded,
  lossGivenBack,
  playMinted,
  raceSettled,
  settlementReversed,
} from "./postings.ts";
import { missingEquity, reverseSettlement } from "./reversal.ts";
import { settle } from "./settlement.ts";

const total = (amounts: Iterable<bigint>) => [...amounts].reduce((a, b) => a + b, 0n);
const amount = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(lamports);

/** What became of a winner's payout before the refund. */
const ends = ["sent", "waiting", "kept"] as const;

const race = fc.record({
  stakes: fc.array(
    fc.record({
      horse: fc.integer({ min: 1, max: 3 }),
      stake: amount,
      end: fc.constantFrom(...ends),
      /** Percentage of the balance that was spent meanwhile. */
      spent: fc.integer({ min: 0, max: 100 }),
      hasBonus: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  houseEdgeBps: fc.integer({ min: 0, max: 10_000 }),
  jackpot: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(lamports),
  referralRateBps: fc.integer({ min: 0, max: 10_000 }),
  bonusFundShareBps: fc.integer({ min: 0, max: 10_000 }),
  bonus: fc.bigInt({ min: 1n, max: 10n ** 10n }).map(lamports),
  /** Percentage of commission and fund that was claimed or paid out meanwhile. */
  claimed: fc.integer({ min: 0, max: 100 }),
  ledger: fc.constantFrom<LedgerName>("real", "play"),
});
type Run = typeof race extends fc.Arbitrary<infer Value> ? Value : never;

const raceId = "r";
const part = (of: bigint, percent: number) => (of * BigInt(percent)) / 100n;

/** Books in memory. */
function openBooks() {
  const totals = new Map<Account, bigint>();
  const add = (account: Account, lamportsMoved: bigint) =>
    totals.set(account, (totals.get(account) ?? 0n) + lamportsMoved);
  return {
    of: (account: Account) => totals.get(account) ?? 0n,
    all: () => totals,
    write: (list: readonly Posting[]) => {
      for (const { entries } of list) for (const entry of entries) add(entry.account, entry.lamports);
    },
    /** Money that leaves an account for elsewhere. */
    move: (from: Account, to: Account, lamportsMoved: bigint) => {
      add(from, -lamportsMoved);
      add(to, lamportsMoved);
    },
  };
}

/** A race from its bets to its refund after the settlement; null when nobody had won. */
function refundOf(run: Run) {
  const { ledger, bonus } = run;
  const isPlay = ledger === "play";
  const rates = { ...run, jackpot: isPlay ? ZERO : run.jackpot };
  const bets = run.stakes.map(({ horse: horseNumber, stake }, place) => ({
    betId: `b${place}`,
    wallet: `w${place}`,
    horseNumber,
    stake,
  }));
  const settlement = settle({ ...rates, stakes: bets, winner: 1 });
  if (settlement.kind !== "paid") return null;
  const books = openBooks();
  if (rates.jackpot > 0n) books.write([jackpotFunded({ raceId, jackpot: rates.jackpot })]);
  for (const bet of bets) {
    if (isPlay) books.write([playMinted({ ...bet, lamports: bet.stake })]);
    books.write([betConfirmed({ ...bet, raceId, ledger, depositAddress: "d" })]);
  }
  const split = splitFee(settlement, new Map(bets.map(({ wallet }) => [wallet, "anna"])), rates);
  books.write(raceSettled({ raceId, ledger }, settlement, split));

  let cancelled = 0n;
  let sent = 0n;
  let bonuses = 0n;
  const cancelling: Posting[] = [];
  const left: { account: Account; credited: bigint }[] = [];
  for (const [place, { wallet, payout }] of settlement.bets.entries()) {
    const { end = "kept", spent = 0, hasBonus = false } = run.stakes[place] ?? {};
    const account = userAccount(wallet, ledger);
    let kept = isPlay || end === "kept" ? payout : 0n;
    if (payout > 0n && !isPlay && end !== "kept") {
      const payment = { paymentId: `payout-${place}`, lamports: payout };
      books.write([paymentCreated({ ...payment, from: account })]);
      if (end === "sent") sent += payout;
      else {
        cancelled += payout;
        cancelling.push(refundedPayoutCancelled(payment));
      }
    }
    if (!isPlay && hasBonus) {
      books.move("chain:hot:h", "bonus", bonus);
      books.write([bonusAwarded({ raceId, wallet, amount: bonus })]);
      bonuses += bonus;
      kept += bonus;
    }
    if (kept > 0n) left.push({ account, credited: kept });
    books.move(account, isPlay ? "play:mint" : "chain:hot:h", part(books.of(account), spent));
  }
  const commission = books.of("referral:anna");
  if (commission > 0n) left.push({ account: "referral:anna", credited: commission });
  books.move("referral:anna", "chain:hot:h", part(commission, run.claimed));
  books.move("bonus", "chain:hot:h", part(books.of("bonus"), run.claimed));

  const before = new Map(books.all());
  const reversal = reverseSettlement({
    stakes: bets,
    left: left.map(({ account, credited }) => ({
      account,
      credited: lamports(credited),
      held: lamports(books.of(account)),
    })),
    bonusFund: { credited: isPlay ? ZERO : split.toBonus, held: lamports(books.of("bonus")) },
    bonuses: lamports(bonuses),
    cancelled: lamports(cancelled),
  });
  const postings = settlementReversed({ raceId, ledger }, reversal);
  books.write(cancelling);
  books.write(postings);
  const keptOf = (account: Account, credited: bigint) => {
    const held = before.get(account) ?? 0n;
    return credited - (held < credited ? held : credited);
  };
  const fund = (before.get("bonus") ?? 0n) + bonuses;
  const fundLacks = isPlay || fund >= split.toBonus ? 0n : split.toBonus - fund;
  /** Money with players, referrers and bonus winners, or elsewhere, that cannot be taken back. */
  const gone = sent + total(left.map(({ account, credited }) => keptOf(account, credited))) + fundLacks;
  return { bets, books, before, reversal, postings, gone };
}

const refunds = (check: (refund: NonNullable<ReturnType<typeof refundOf>>, run: Run) => void) =>
  fc.assert(
    fc.property(race, (run) => {
      const refund = refundOf(run);
      if (refund !== null) check(refund, run);
    }),
    { numRuns: 300 },
  );

describe("the refund of a settled race", () => {
  it("MONEY-9 INV-1 every posting sums to zero, and nobody falls below zero", () => {
    refunds(({ postings, books }) => {
      for (const { entries } of postings) expect(total(entries.map((one) => one.lamports))).toBe(0n);
      expect(total(books.all().values())).toBe(0n);
      const overdrawn = [...books.all()].filter(([account, held]) => neverNegative(account) && held < 0n);
      expect(overdrawn).toEqual([]);
    });
  });

  it("MONEY-9 each player gets the stake, and gives at most what the race left on the balance", () => {
    refunds(({ bets, books, before, reversal }, { ledger }) => {
      const takenOf = new Map(reversal.taken.map((one) => [one.account, one.amount]));
      for (const { wallet, stake } of bets) {
        const account = userAccount(wallet, ledger);
        const held = before.get(account) ?? 0n;
        const taken = takenOf.get(account) ?? 0n;
        expect(books.of(account)).toBe(held - taken + stake);
        expect(books.of(account)).toBeGreaterThanOrEqual(stake);
      }
    });
  });

  it("MONEY-9 of what nobody spent, no player keeps a payout beside the stake", () => {
    refunds(({ bets, books }, run) => {
      for (const [place, { wallet, stake }] of bets.entries()) {
        const has = books.of(userAccount(wallet, run.ledger));
        expect(has === stake || run.stakes[place]?.spent !== 0).toBe(true);
      }
    });
  });

  it("MONEY-9 the house pays for exactly what is gone: its part and the jackpot are undone", () => {
    refunds(({ books, reversal, before, gone }, { ledger }) => {
      const house = ledger === "play" ? "play:mint" : "equity";
      expect(books.of(house)).toBe((before.get(house) ?? 0n) - reversal.cost);
      // Before the race it held nothing.
      expect(books.of("equity")).toBe(ledger === "real" ? -gone : 0n);
    });
  });

  it("MONEY-9 the bonus fund gets its bonuses back and gives its part, as far as it holds it", () => {
    refunds(({ books, before, reversal }) => {
      expect(books.of("bonus")).toBe((before.get("bonus") ?? 0n) + reversal.toBonus);
    });
  });

  it("MONEY-9 of very many players comes in parts that each sum to zero and overdraw nobody", () => {
    const stakes = Array.from({ length: 1_000 }, (_, place) => ({
      wallet: `w${place}`,
      stake: lamports(BigInt(place + 1)),
    }));
    const left = stakes.map(({ wallet }) => ({
      account: `user:${wallet}` as const,
      credited: lamports(7n),
      held: lamports(5n),
    }));
    const bonusFund = { credited: ZERO, held: ZERO };
    const reversal = reverseSettlement({ stakes, left, bonusFund, bonuses: ZERO, cancelled: ZERO });
    const parts = settlementReversed({ raceId, ledger: "real" }, reversal);
    expect(parts.map(({ reference }) => reference)).toEqual([
      "reverse:r",
      "reverse:r:2",
      "reverse:r:3",
      "reverse:r:4",
    ]);
    for (const { entries } of parts) expect(total(entries.map((one) => one.lamports))).toBe(0n);
    const books = openBooks();
    books.write(parts);
    for (const { wallet, stake } of stakes) expect(books.of(`user:${wallet}`)).toBe(stake - 5n);
  });

  it("MONEY-9 equity lacks what a cost leaves below zero, and nothing where the house gains", () => {
    const lacks = (equity: bigint, cost: bigint) =>
      missingEquity(signedLamports(equity), signedLamports(cost));
    expect(lacks(10n, 10n)).toBe(0n);
    expect(lacks(10n, 11n)).toBe(1n);
    expect(lacks(-5n, 1n)).toBe(6n);
    expect(lacks(-5n, 0n)).toBe(0n);
    expect(lacks(-5n, -3n)).toBe(0n);
  });

  it("MONEY-23 MONEY-2 a bet is refunded once: from the pool before the race, or by the house after it", () => {
    const bet = { betId: "b", raceId, wallet: "w", stake: lamports(9n) };
    for (const ledger of ["real", "play"] as const) {
      const [open, lost] = [betRefunded({ ...bet, ledger }), lossGivenBack({ ...bet, ledger })];
      expect(open.reference).toBe(lost.reference);
      const player = userAccount("w", ledger);
      const movedBy = ({ entries }: Posting) => entries.map((one) => [one.account, one.lamports]);
      const pool = ledger === "play" ? "play:pool:r" : "pool:r";
      expect(movedBy(open)).toEqual([
        [pool, -9n],
        [player, 9n],
      ]);
      expect(movedBy(lost)).toEqual([
        [ledger === "play" ? "play:mint" : "equity", -9n],
        [player, 9n],
      ]);
    }
  });
});
