import fc from "fast-check";
import { expect, it } from "vitest";
import { addDuration, durationReport, noDurations } from "./durations.ts";

const reportOf = (times: readonly number[]) => {
  const durations = noDurations();
  for (const ms of times) addDuration(durations, ms);
  return durationReport(durations);
};

it("STATS-4 a histogram counts each time once, and its quantiles are at most a quarter too long", () => {
  const time = fc.integer({ min: 100, max: 800_000_000 });
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), (times) => {
      const report = reportOf(times);
      expect(report.steps.reduce((sum, { count }) => sum + count, 0)).toBe(times.length);
      for (const { fromMs, toMs, count } of report.steps)
        expect(times.filter((ms) => ms > fromMs && ms <= toMs)).toHaveLength(count);
      const sorted = times.toSorted((a, b) => a - b);
      for (const [share, found] of [
        [0.5, report.medianMs],
        [0.95, report.p95Ms],
      ] as const) {
        const exact = sorted[Math.ceil(share * times.length) - 1] ?? 0;
        expect(found).toBeGreaterThanOrEqual(exact);
        expect(found).toBeLessThanOrEqual(Math.max(exact * 1.3, 100));
      }
      expect(report.mostMs).toBe(Math.max(...times));
      expect(report.meanMs).toBeCloseTo(times.reduce((a, b) => a + b) / times.length, 3);
    }),
  );
});

it("STATS-4 no times have no figures, and one below zero counts as none", () => {
  expect(reportOf([])).toEqual({
    count: 0,
    meanMs: null,
    medianMs: null,
    p95Ms: null,
    mostMs: null,
    steps: [],
  });
  expect(reportOf([-5])).toMatchObject({ count: 1, mostMs: 0, meanMs: 0 });
});
