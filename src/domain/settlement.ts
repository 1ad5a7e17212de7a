import { type Lamports, ZERO, allocate, lamports, portion, sum } from "./lamports.ts";

export interface Stake {
  readonly betId: string;
  readonly wallet: string;
  readonly horseNumber: number;
  /** Above zero. */
  readonly stake: Lamports;
}

/** How a bet ends: as exactly one of these (rule INV-5). */
export const betResults = ["win", "loss", "refunded"] as const;
export type BetResult = (typeof betResults)[number];

export interface SettledBet extends Stake {
  readonly result: BetResult;
  /** What a winner receives, including their own stake; zero otherwise. */
  readonly payout: Lamports;
  /** The stake given back when the race is refunded; zero otherwise. */
  readonly refund: Lamports;
  /** The bet's own part of the fee, ⌊stake·edge⌋, on which commission and streak are based. */
  readonly fee: Lamports;
}

export interface PaidSettlement {
  readonly kind: "paid";
  /** All stakes, P. */
  readonly pool: Lamports;
  readonly fee: Lamports;
  /** What the winners share: pool − fee + jackpot. */
  readonly net: Lamports;
  /** Left by rounding, for the bonus fund; fewer lamports than there are winning bets. */
  readonly remainder: Lamports;
  readonly jackpot: Lamports;
  readonly bets: readonly SettledBet[];
}

export interface RefundedSettlement {
  readonly kind: "refunded";
  readonly pool: Lamports;
  /** The jackpot, which goes back to house equity. */
  readonly jackpot: Lamports;
  readonly bets: readonly SettledBet[];
}

export type Settlement = PaidSettlement | RefundedSettlement;

interface RunRace {
  readonly stakes: readonly Stake[];
  /** Number of the winning horse. */
  readonly winner: number;
  readonly houseEdgeBps: number;
  readonly jackpot: Lamports;
}

/**
 * Settles a race that has been run, pari-mutuel: the winners share the net pool in proportion to
 * their stakes (rules MONEY-4 and MONEY-5). With nothing on the winner everybody is refunded (rule
 * MONEY-6). Every lamport is accounted for: stakes + jackpot = fee + payouts + remainder, or = refunds
 * + jackpot returned (rule INV-4).
 */
export function settle({ stakes, winner, houseEdgeBps, jackpot }: RunRace): Settlement {
  const winning = stakes.filter((bet) => bet.horseNumber === winner);
  if (winning.length === 0) return refundAll(stakes, jackpot);

  const pool = sum(stakes.map((bet) => bet.stake));
  const fee = portion(pool, houseEdgeBps);
  const net = lamports(pool - fee + jackpot);
  const { shares, remainder } = allocate(
    net,
    winning.map((bet) => bet.stake),
  );
  const payouts = new Map(winning.map((bet, index) => [bet, shares[index] ?? ZERO]));
  const bets = stakes.map((bet) => {
    const payout = payouts.get(bet);
    const result = payout === undefined ? "loss" : "win";
    return settled(bet, result, { payout, fee: portion(bet.stake, houseEdgeBps) });
  });
  return { kind: "paid", pool, fee, net, remainder, jackpot, bets };
}

/** Gives every stake back in full and the jackpot to the house (rules MONEY-6 and MONEY-7). */
export function refundAll(stakes: readonly Stake[], jackpot: Lamports): RefundedSettlement {
  const bets = stakes.map((bet) => settled(bet, "refunded", { refund: bet.stake }));
  return { kind: "refunded", pool: sum(stakes.map((bet) => bet.stake)), jackpot, bets };
}

interface Amounts {
  readonly payout?: Lamports | undefined;
  readonly refund?: Lamports;
  readonly fee?: Lamports;
}

/** Field by field: spreading ten thousand stakes takes a tenth of a second, during which nothing else runs. */
const settled = (
  { betId, wallet, horseNumber, stake }: Stake,
  result: BetResult,
  { payout = ZERO, refund = ZERO, fee = ZERO }: Amounts,
): SettledBet => ({ betId, wallet, horseNumber, stake, result, payout, refund, fee });
