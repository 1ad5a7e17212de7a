import type { PublishedRace } from "../history/record.ts";

/** What real-money races came to, in lamports. `staked` + `jackpot` = `fee` + `paid` + `remainder`. */
export interface Money {
  /** Races that were paid out. */
  races: number;
  /** Races that were refunded instead, and the stakes that went back. */
  refundedRaces: number;
  refunded: bigint;
  /** Stakes of the races that were paid out; the fields below are also of these races. */
  staked: bigint;
  jackpot: bigint;
  paid: bigint;
  fee: bigint;
  /** Left by rounding. */
  remainder: bigint;
}

export const noMoney = (): Money => ({
  races: 0,
  refundedRaces: 0,
  refunded: 0n,
  staked: 0n,
  jackpot: 0n,
  paid: 0n,
  fee: 0n,
  remainder: 0n,
});

/** Adds what one race came to (rule STATS-3). */
export function addRace(money: Money, settlement: PublishedRace["settlement"]): void {
  const { kind, pool, jackpot, fee, remainder, bets } = settlement;
  if (kind === "refunded") {
    money.refundedRaces += 1;
    money.refunded += pool;
    return;
  }
  money.races += 1;
  money.staked += pool;
  money.jackpot += jackpot;
  money.fee += fee;
  money.remainder += remainder;
  for (const { payout } of bets) money.paid += payout;
}

export function sumOf(parts: Iterable<Money>): Money {
  const total = noMoney();
  for (const part of parts) {
    total.races += part.races;
    total.refundedRaces += part.refundedRaces;
    total.refunded += part.refunded;
    total.staked += part.staked;
    total.jackpot += part.jackpot;
    total.paid += part.paid;
    total.fee += part.fee;
    total.remainder += part.remainder;
  }
  return total;
}

/** Percentage of the stakes that came back to players, jackpots included; null if nothing was staked. */
export const returnPercent = ({ paid, staked }: Money): number | null =>
  staked === 0n ? null : Number((paid * 1_000_000n) / staked) / 10_000;
