import { describe, expect, it } from "vitest";
import { signedLamports } from "../../../../domain/lamports.ts";
import { firstDayOf, periodBefore } from "./period.ts";
import { barsOf } from "./series-bars.ts";

const nowMs = Date.parse("2026-11-23T23:59:00Z");
const row = (key: string, profit: bigint) => ({
  key,
  wagered: signedLamports(10n),
  won: signedLamports(10n - profit),
  profit: signedLamports(profit),
  bets: 2,
  races: 1,
});

describe("the bars of a chart", () => {
  it("there is one for each day of the period, to today, also without a race", () => {
    const series = [row("2026-11-20", 7n), row("2026-11-23", -2n)];
    const bars = barsOf({ by: "day", series }, { from: firstDayOf("week", nowMs), nowMs });
    expect(bars.map(({ key, profit }) => [key, profit])).toEqual([
      ["2026-11-17", 0n],
      ["2026-11-18", 0n],
      ["2026-11-19", 0n],
      ["2026-11-20", 7n],
      ["2026-11-21", 0n],
      ["2026-11-22", 0n],
      ["2026-11-23", -2n],
    ]);
    expect(bars[0]).toMatchObject({ wagered: 0n, won: 0n, bets: 0, races: 0 });
    expect(bars[3]).toMatchObject({ wagered: 10n, won: 3n, bets: 2, races: 1 });
  });

  it("without a first day it begins where the figures do", () => {
    const series = [row("2026-11-22", 1n)];
    const bars = barsOf({ by: "day", series }, { from: firstDayOf("all", nowMs), nowMs });
    expect(bars.map(({ key }) => key)).toEqual(["2026-11-22", "2026-11-23"]);
    const today = barsOf({ by: "day", series: [] }, { from: firstDayOf("today", nowMs), nowMs });
    expect([firstDayOf("today", nowMs), today]).toEqual(["2026-11-23", []]);
  });

  it("a day has the mean of seven days where all seven are shown", () => {
    const series = [row("2026-11-16", 700n), row("2026-11-23", -70n)];
    const bars = barsOf({ by: "day", series }, { from: "2026-11-16", nowMs });
    expect(bars.map(({ mean }) => mean)).toEqual([null, null, null, null, null, null, 100n, -10n]);
  });

  it("each day has the one in its place of the period before, from the first race on, and its mean goes back there", () => {
    const before = { by: "day" as const, series: [row("2026-11-12", 70n), row("2026-11-16", 14n)] };
    const series = [row("2026-11-17", 7n)];
    const from = firstDayOf("week", nowMs) ?? "";
    expect(periodBefore(from, nowMs)).toEqual({ from: "2026-11-10", to: "2026-11-16" });
    const bars = barsOf({ by: "day", series }, { from, nowMs, before });
    expect(bars.map((bar) => bar.before)).toEqual([null, null, 70n, 0n, 0n, 0n, 14n]);
    expect(bars.map(({ mean }) => mean)).toEqual([null, 13n, 3n, 3n, 3n, 3n, 1n]);
    const loading = barsOf({ by: "day", series }, { from, nowMs, before: undefined });
    expect(loading.map((bar) => bar.before)).toEqual(Array(7).fill(null));
    const empty = barsOf({ by: "day", series }, { from, nowMs, before: { by: "day", series: [] } });
    expect(empty.map((bar) => bar.before)).toEqual(Array(7).fill(null));
  });

  it("hours and types have theirs by name, and none of another grouping", () => {
    const before = { by: "hour" as const, series: [row("13", 5n)] };
    const series = [row("09", 1n)];
    const at = (hour: number, bars: ReturnType<typeof barsOf>) => bars[hour]?.before;
    const hours = barsOf({ by: "hour", series }, { from: undefined, nowMs, before });
    expect([at(13, hours), at(9, hours)]).toEqual([5n, 0n]);
    const days = barsOf(
      { by: "day", series: [row("2026-11-23", 1n)] },
      { from: "2026-11-23", nowMs, before },
    );
    expect(at(0, days)).toBeNull();
  });

  it("hours and race types stand in their own order, all of them", () => {
    const hours = barsOf({ by: "hour", series: [row("13", 5n)] }, { from: undefined, nowMs });
    expect([hours.length, hours[0]?.key, hours[13]?.profit, hours[23]?.key]).toEqual([24, "00", 5n, "23"]);
    const series = [row("endurance", 1n), row("sprint", 2n)];
    const types = barsOf({ by: "type", series }, { from: undefined, nowMs });
    expect(types.map(({ key, profit, mean }) => [key, profit, mean])).toEqual([
      ["classic", 0n, null],
      ["sprint", 2n, null],
      ["endurance", 1n, null],
    ]);
  });
});
