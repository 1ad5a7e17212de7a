import { type SignedLamports, allocate, lamports, portion } from "../lamports.ts";
import type { BetResult } from "../settlement.ts";
import { type Difference, same, sameOf } from "./difference.ts";

/** The books of a race as published; the verify call and the export both have these fields. */
interface PublishedBooks {
  readonly kind: "paid" | "refunded";
  readonly pool: SignedLamports;
  readonly jackpot: SignedLamports;
  readonly fee: SignedLamports;
  readonly net: SignedLamports;
  readonly remainder: SignedLamports;
  readonly bets: readonly {
    readonly id: string;
    readonly horse_number: number;
    readonly stake: SignedLamports;
    readonly payout: SignedLamports;
    readonly fee: SignedLamports;
    readonly result: BetResult;
  }[];
}

interface Settled {
  readonly books: PublishedBooks;
  /** Number of the winning horse; null if the race was not run. */
  readonly winner: number | null;
  readonly houseEdgeBps: number;
}

/**
 * Recomputes the settlement of a race from its stakes, its winner and its edge, and compares every sum and every
 * payout, to the lamport (rules INV-4, INV-5, MONEY-4, MONEY-5 and MONEY-6).
 */
export const bookDifferences = ({ books, winner, houseEdgeBps }: Settled): readonly Difference[] =>
  books.kind === "paid" && winner !== null
    ? paidDifferences(books, winner, houseEdgeBps)
    : refundDifferences(books);

const total = (bets: PublishedBooks["bets"], part: "stake" | "payout"): bigint =>
  bets.reduce((sum, bet) => sum + bet[part], 0n);

function paidDifferences(books: PublishedBooks, winner: number, edgeBps: number): readonly Difference[] {
  const { pool, fee, jackpot, net, remainder, bets } = books;
  const won = bets.filter(({ horse_number: horse }) => horse === winner);
  const stakes = total(bets, "stake");
  const winningStakes = total(won, "stake");
  const differences = [
    ...same("INV-4", "pool", stakes, pool, "Σ stake"),
    ...same("MONEY-4", "fee", portion(lamports(pool), edgeBps), fee, `⌊pool · ${edgeBps} / 10000⌋`),
    ...same("MONEY-4", "net", pool - fee + jackpot, net, "pool − fee + jackpot"),
    ...same("INV-4", "net", total(bets, "payout") + remainder, net, "Σ payout + remainder"),
  ];
  if (winningStakes === 0n) return [...differences, ...same("MONEY-6", "kind", "refunded", books.kind)];
  if (net < 0n) return differences;
  const { shares, remainder: left } = allocate(
    lamports(net),
    won.map(({ stake }) => stake),
  );
  const due = new Map(won.map(({ id }, at) => [id, shares[at]]));
  differences.push(...same("MONEY-4", "remainder", left, remainder));
  for (const { id, stake, payout, fee: own, result } of bets) {
    const share = due.get(id);
    const how = share === undefined ? "lost" : "⌊net · stake / Σ winning⌋";
    differences.push(
      ...sameOf(id, "MONEY-4", "payout", share ?? 0n, payout, how),
      ...sameOf(id, "MONEY-4", "fee", portion(lamports(stake), edgeBps), own),
      ...sameOf(id, "INV-5", "result", share === undefined ? "loss" : "win", result),
    );
  }
  return differences;
}

const refundDifferences = ({ pool, fee, net, remainder, bets }: PublishedBooks): readonly Difference[] => [
  ...same("INV-4", "pool", total(bets, "stake"), pool, "Σ stake"),
  ...same("MONEY-6", "fee", 0n, fee),
  ...same("MONEY-6", "net", 0n, net),
  ...same("MONEY-6", "remainder", 0n, remainder),
  ...bets.flatMap(({ id, stake, payout, fee: own, result }) => [
    ...sameOf(id, "MONEY-6", "payout", stake, payout, "stake"),
    ...sameOf(id, "MONEY-6", "fee", 0n, own),
    ...sameOf(id, "INV-5", "result", "refunded", result),
  ]),
];
