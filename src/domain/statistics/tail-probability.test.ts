import { expect, it } from "vitest";
import { chiSquareTail, normalTails } from "./tail-probability.ts";

/** NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: upper critical values of the chi-square distribution. */
const published = [
  [1, 0.1, 2.706],
  [1, 0.05, 3.841],
  [1, 0.001, 10.828],
  [5, 0.1, 9.236],
  [5, 0.05, 11.07],
  [5, 0.025, 12.833],
  [5, 0.01, 15.086],
  [5, 0.001, 20.515],
  [10, 0.05, 18.307],
  [10, 0.001, 29.588],
  [25, 0.05, 37.652],
  [100, 0.05, 124.342],
] as const;

it.each(published)("STATS-2 with %i degrees of freedom %f lies above %f", (degrees, share, critical) => {
  expect(chiSquareTail(critical, degrees)).toBeCloseTo(share, 4);
  // The tables are rounded to three places.
  expect(chiSquareTail(critical + 0.0006, degrees)).toBeLessThan(share);
  expect(chiSquareTail(critical - 0.0006, degrees)).toBeGreaterThan(share);
});

it("STATS-2 half of the upper tail of the published normal quantiles lies on each side", () => {
  for (const [deviations, share] of [
    [1.644854, 0.1],
    [1.959964, 0.05],
    [2.575829, 0.01],
    [3.290527, 0.001],
  ] as const) {
    expect(normalTails(deviations)).toBeCloseTo(share, 6);
    expect(normalTails(-deviations)).toBe(normalTails(deviations));
  }
});

it("STATS-2 with two degrees the tail is an exponential, however far out", () => {
  for (const statistic of [0, 0.001, 1, 2.9, 3.1, 40, 700, 1_400]) {
    const exact = Math.exp(-statistic / 2);
    expect(Math.abs(chiSquareTail(statistic, 2) - exact)).toBeLessThanOrEqual(1e-11 * exact);
  }
});
