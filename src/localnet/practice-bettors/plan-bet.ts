import { type Lamports, lamports } from "../../domain/lamports.ts";

/** What a bettor sees of the open race; times in milliseconds since the Unix epoch. */
export interface OpenRace {
  readonly status: string;
  readonly horses: readonly BackedHorse[];
  readonly minBet: Lamports;
  readonly maxBet: Lamports;
  readonly bettingOpensAt: number | null;
  readonly countdownEndsAt: number | null;
  readonly now: number;
}

interface BackedHorse {
  readonly id: number;
  /** The stakes on the horse; null while they are hidden. */
  readonly stakes: Lamports | null;
}

export interface PlannedBet {
  readonly amount: Lamports;
  /** How long to wait before betting. */
  readonly waitMs: number;
}

/** When a bettor bets, how much, and on what. */
export interface BettingStyle {
  /** Bounds of the wait after the bettor has seen the race. */
  readonly waitMs: readonly [number, number];
  /** Bounds of the stake, in hundredths of a SOL. */
  readonly steps: readonly [number, number];
  readonly candidates: (horses: readonly BackedHorse[]) => readonly BackedHorse[];
}

/** Early and often high: one of two horses of the bettor's group, whatever the odds. */
const regularOf = (group: number): BettingStyle => ({
  waitMs: [0, 8000],
  steps: [5, 30],
  candidates: (horses) => horses.filter((_, lane) => lane % 3 === group % 3),
});

/** Later and low: one of the horses that pay best, which means one without stakes while there is any. */
const outsiders: BettingStyle = {
  waitMs: [5000, 14_000],
  steps: [2, 12],
  candidates(horses) {
    const least = horses.reduce(
      (low, { stakes }) => (stakes !== null && stakes < low ? stakes : low),
      MORE_THAN_ANY_STAKE,
    );
    return horses.filter(({ stakes }) => stakes === null || stakes === least);
  },
};

/** More than any stake. */
const MORE_THAN_ANY_STAKE = lamports(2n ** 63n);

/**
 * Every other bettor looks for the best odds, so that many bettors leave few horses unbacked, and few races without a
 * winner to pay.
 */
export const styleOf = (bettor: number): BettingStyle => (bettor % 2 === 1 ? outsiders : regularOf(bettor));

const STEP = 10_000_000n;
/** A bet takes this long from preparing to confirmed; no bet is tried later than that. */
const NEEDED_MS = 3000;

/**
 * A small bet at a time that suits the bettor's style while betting is open, or null when there is none to make.
 *
 * @param random yields numbers from 0 up to, not including, 1
 */
export function planBet(race: OpenRace, style: BettingStyle, random: () => number): PlannedBet | null {
  if (!isOpen(race)) return null;
  const left = race.countdownEndsAt === null ? Infinity : race.countdownEndsAt - race.now - NEEDED_MS;
  if (left < 0) return null;
  const [first, last] = style.waitMs;
  const [least, most] = style.steps;
  const steps = least + Math.floor(random() * (most - least + 1));
  return {
    amount: clamp(lamports(BigInt(steps) * STEP), race),
    waitMs: Math.min(first + Math.floor(random() * (last - first)), left),
  };
}

/** The horse to bet on, given the race's present state; null when betting is over. */
export function chooseHorse(race: OpenRace, style: BettingStyle, random: () => number): number | null {
  if (!isOpen(race)) return null;
  const candidates = style.candidates(race.horses);
  return candidates[Math.floor(random() * candidates.length)]?.id ?? null;
}

const isOpen = ({ status, bettingOpensAt, now }: OpenRace): boolean =>
  (status === "pending" || status === "countdown") && bettingOpensAt !== null && bettingOpensAt <= now;

const clamp = (amount: Lamports, { minBet, maxBet }: OpenRace): Lamports =>
  amount < minBet ? minBet : amount > maxBet ? maxBet : amount;
