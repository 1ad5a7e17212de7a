import { HORSE_COUNT } from "../horse-count.ts";
import { chiSquareTail, normalTails } from "./tail-probability.ts";

/** Which horses won, race after race: a few numbers, however many races there were. */
export interface Winners {
  /** Wins of horse 1, 2, … */
  readonly wins: number[];
  /** The newest winners, newest first; as many as there are lags. */
  readonly last: number[];
  /** For each lag, one race apart first: pairs of winners, and the sum of (2x − 7)(2y − 7), which is whole. */
  readonly lags: { pairs: number; products: number }[];
  /** Runs of the same winner, the newest included. */
  runs: number;
  run: number;
  longestRun: number;
}

/** How far apart winners are compared. */
const LAGS = 5;
/** Fewer races say nothing: the tests hold only if five wins are expected for each horse. */
export const MIN_TESTED = 5 * HORSE_COUNT;
/** Below this many a band is more than six hundredths wide. */
export const NARROW_FROM = 600;
/** 95 of 100 normal variables are within this many standard deviations of their mean. */
const DEVIATIONS_95 = 1.959963984540054;
/** Mean, and variance (n² − 1) / 3, of a winner's number, doubled, if every horse is equally likely. */
const MEAN = HORSE_COUNT + 1;
const VARIANCE = (HORSE_COUNT * HORSE_COUNT - 1) / 3;

export const noWinners = (): Winners => ({
  wins: Array.from({ length: HORSE_COUNT }, () => 0),
  last: [],
  lags: Array.from({ length: LAGS }, () => ({ pairs: 0, products: 0 })),
  runs: 0,
  run: 0,
  longestRun: 0,
});

/** Counts the winner of the next race (rule STATS-2). */
export function countWinner(winners: Winners, horse: number): void {
  const { wins, last, lags } = winners;
  wins[horse - 1] = (wins[horse - 1] ?? 0) + 1;
  const isSame = last[0] === horse;
  winners.run = isSame ? winners.run + 1 : 1;
  winners.runs += isSame ? 0 : 1;
  winners.longestRun = Math.max(winners.longestRun, winners.run);
  for (const [at, lag] of lags.entries()) {
    const earlier = last[at];
    if (earlier === undefined) break;
    lag.pairs += 1;
    lag.products += (2 * horse - MEAN) * (2 * earlier - MEAN);
  }
  last.unshift(horse);
  last.length = Math.min(last.length, LAGS);
}

/** A share with its band. */
export interface Band {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % confidence band of a share by Wilson's score: nineteen of twenty such bands hold the true chance. With no
 * tries it is the whole range.
 *
 * @example wilsonBand(81, 263) // 0.3080, from 0.2553 to 0.3662
 */
export function wilsonBand(hits: number, tries: number): Band {
  if (tries === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / tries;
  const square = DEVIATIONS_95 * DEVIATIONS_95;
  const middle = (share + square / (2 * tries)) / (1 + square / tries);
  const half =
    (DEVIATIONS_95 / (1 + square / tries)) *
    Math.sqrt((share * (1 - share)) / tries + square / (4 * tries * tries));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface ChanceReport {
  /** Races that have a winner. */
  readonly races: number;
  readonly horses: readonly (Band & { readonly number: number; readonly wins: number })[];
  /** Whether all horses win equally often; each `p` is null if there are too few races. */
  readonly chiSquare: { readonly statistic: number; readonly degrees: number; readonly p: number | null };
  /** Whether the same winner follows itself as often as chance predicts. */
  readonly runs: {
    readonly found: number;
    readonly expected: number;
    /** Standard deviations between the two. */
    readonly deviations: number;
    readonly longest: number;
    readonly p: number | null;
  };
  /** Whether a winner says something about one some races later: 0 if not, within the band 95 times of 100. */
  readonly lags: readonly {
    readonly lag: number;
    readonly pairs: number;
    readonly correlation: number;
    readonly band: number;
    readonly p: number | null;
  }[];
}

/**
 * What the winners say about chance (rule STATS-2). Every horse should win one race in six, whatever won before. So
 * mean and variance are known, and nothing is estimated: the runs are 1 + a binomial number, and each correlation has
 * the variance 1 / pairs.
 */
export function chanceReport({ wins, lags, runs, longestRun }: Winners): ChanceReport {
  const races = wins.reduce((sum, count) => sum + count, 0);
  const isTested = races >= MIN_TESTED;
  const expected = races / HORSE_COUNT;
  const statistic =
    races === 0 ? 0 : wins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const degrees = HORSE_COUNT - 1;
  const pairs = Math.max(0, races - 1);
  const isOther = (HORSE_COUNT - 1) / HORSE_COUNT;
  const expectedRuns = races === 0 ? 0 : 1 + pairs * isOther;
  const spread = Math.sqrt(pairs * isOther * (1 - isOther));
  const deviations = spread === 0 ? 0 : (runs - expectedRuns) / spread;
  return {
    races,
    horses: wins.map((count, at) => ({ number: at + 1, wins: count, ...wilsonBand(count, races) })),
    chiSquare: { statistic, degrees, p: isTested ? chiSquareTail(statistic, degrees) : null },
    runs: {
      found: runs,
      expected: expectedRuns,
      deviations,
      longest: longestRun,
      p: isTested ? normalTails(deviations) : null,
    },
    lags: lags.map((lag, at) => {
      const correlation = lag.pairs === 0 ? 0 : lag.products / VARIANCE / lag.pairs;
      const deviation = Math.sqrt(lag.pairs) * correlation;
      return {
        lag: at + 1,
        pairs: lag.pairs,
        correlation,
        band: lag.pairs === 0 ? 1 : Math.min(1, DEVIATIONS_95 / Math.sqrt(lag.pairs)),
        p: isTested ? normalTails(deviation) : null,
      };
    }),
  };
}
