import { describe, expect, it } from "vitest";
import { drawFrom } from "../../../bench/history/draw.ts";
import { chanceReport, countWinner, MIN_TESTED, noWinners, wilsonBand } from "./winners.ts";

const reportOf = (winners: Iterable<number>) => {
  const counted = noWinners();
  for (const winner of winners) countWinner(counted, winner);
  return chanceReport(counted);
};

/** Winners that a rule draws from the one before. */
function drawn(seed: string, races: number, next: (fraction: number, last: number) => number) {
  const draw = drawFrom(seed);
  const winners: number[] = [];
  for (let race = 0; race < races; race += 1) winners.push(next(draw.fraction(), winners.at(-1) ?? 1));
  return winners;
}

const fair = (fraction: number) => 1 + Math.floor(6 * fraction);

describe("Wilson's band", () => {
  // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("STATS-2 of %i in %i is the published one", (hits, tries, low, high) => {
    const band = wilsonBand(hits, tries);
    expect(band.low).toBeCloseTo(low, 4);
    expect(band.high).toBeCloseTo(high, 4);
  });

  it("STATS-2 holds the true chance about nineteen times of twenty, and stays within 0 and 1", () => {
    const draw = drawFrom("coverage");
    let coveringBands = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const tries = 60 + draw.below(600);
      let hits = 0;
      for (let at = 0; at < tries; at += 1) hits += draw.isOneIn(6) ? 1 : 0;
      const { low, high, share } = wilsonBand(hits, tries);
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
      if (low <= 1 / 6 && high >= 1 / 6) coveringBands += 1;
    }
    expect(coveringBands / 4_000).toBeGreaterThan(0.935);
    expect(coveringBands / 4_000).toBeLessThan(0.965);
    for (const tries of [0, 1, 2]) {
      expect(wilsonBand(0, tries).low).toBe(0);
      expect(wilsonBand(tries, tries).high).toBeCloseTo(1, 12);
    }
  });
});

describe("winners", () => {
  it("STATS-2 are counted as one by hand would", () => {
    const report = reportOf([1, 1, 6, 6, 6, 2]);
    expect(report.horses.map(({ wins }) => wins)).toEqual([2, 1, 0, 0, 0, 3]);
    expect(report.runs).toMatchObject({ found: 3, longest: 3, expected: 1 + (5 * 5) / 6 });
    // (2 − 1)² + (1 − 1)² + 3 · (0 − 1)² + (3 − 1)²
    expect(report.chiSquare.statistic).toBeCloseTo(8, 12);
    // Doubled, minus 7: −5 −5 5 5 5 −3; each with the variance 35 / 3.
    const products = [25, -25, 25, 25, -15];
    const [first, second] = report.lags;
    expect(first?.correlation).toBeCloseTo(products.reduce((a, b) => a + b) / 5 / (35 / 3), 12);
    expect(second).toMatchObject({ lag: 2, pairs: 4 });
    expect(second?.correlation).toBeCloseTo((-25 - 25 + 25 - 15) / 4 / (35 / 3), 12);
    expect(report.lags[4]).toMatchObject({ lag: 5, pairs: 1 });
  });

  it("STATS-2 of too few races have bands and no p", () => {
    const few = reportOf(drawn("few", MIN_TESTED - 1, fair));
    expect([few.chiSquare.p, few.runs.p, few.lags[0]?.p]).toEqual([null, null, null]);
    expect(reportOf(drawn("few", MIN_TESTED, fair)).chiSquare.p).not.toBeNull();
    expect(reportOf([])).toMatchObject({ races: 0, runs: { found: 0, expected: 0 } });
    expect(reportOf([])).not.toMatchObject({ chiSquare: { statistic: Number.NaN } });
  });

  it("STATS-2 of a fair game are called unusual as often as is said, by each test", () => {
    const ROUNDS = 3_000;
    const unusual = { chiSquare: 0, runs: 0, lag1: 0, lag5: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { chiSquare, runs, lags } = reportOf(drawn(`fair ${round}`, 300, fair));
      const p = { chiSquare: chiSquare.p, runs: runs.p, lag1: lags[0]?.p, lag5: lags[4]?.p };
      for (const name of Object.keys(unusual) as (keyof typeof unusual)[])
        if ((p[name] ?? 1) < 0.05) unusual[name] += 1;
    }
    const rates = Object.values(unusual).map((times) => times / ROUNDS);
    expect(Math.min(...rates)).toBeGreaterThan(0.035);
    expect(Math.max(...rates)).toBeLessThan(0.065);
  });

  it.each([
    [
      "one horse favoured",
      "chiSquare",
      (fraction: number) => (fraction < 0.1 ? 1 : fair((fraction - 0.1) / 0.9)),
    ],
    [
      "a winner that likes to win again",
      "runs",
      (fraction: number, last: number) => (fraction < 0.1 ? last : fair((fraction - 0.1) / 0.9)),
    ],
    [
      "a winner that avoids the last one",
      "runs",
      (fraction: number, last: number) => 1 + ((last + Math.floor(5 * fraction)) % 6),
    ],
    [
      "low after high",
      "lags",
      (fraction: number, last: number) => (fraction < 0.15 ? 7 - last : fair((fraction - 0.15) / 0.85)),
    ],
  ] as const)("STATS-2 with %s is found by %s", (_, test, next) => {
    let found = 0;
    for (let round = 0; round < 100; round += 1) {
      const { [test]: result } = reportOf(drawn(`biased ${round}`, 1_500, next));
      const { p } = Array.isArray(result) ? result[0] : (result as { p: number | null });
      if ((p ?? 1) < 0.01) found += 1;
    }
    expect(found).toBeGreaterThan(90);
  });
});
