import { DAY_MS } from "../day-length.ts";
import { raceTypes } from "../race-terms.ts";
import { type DurationReport, durationReport } from "./durations.ts";
import { type Money, returnPercent, sumOf } from "./money.ts";
import type { Gap } from "./running.ts";
import type { Statistics } from "./statistics.ts";
import { type ChanceReport, chanceReport } from "./winners.ts";

/** What a part of the races came to. */
export interface MoneyRow extends Money {
  /** A type of race or a day. */
  readonly key: string;
  readonly returnPercent: number | null;
}

/** The part of the statistics that is shown and saved. */
export interface StatisticsReport {
  readonly records: number;
  readonly races: number;
  readonly playRaces: number;
  readonly unread: number;
  readonly chance: ChanceReport;
  readonly total: MoneyRow;
  readonly byType: readonly MoneyRow[];
  /** Oldest first. */
  readonly byDay: readonly MoneyRow[];
  readonly reversed: Statistics["reversed"];
  readonly refunds: readonly { readonly reason: string; readonly races: number; readonly percent: number }[];
  readonly untilStart: DurationReport;
  readonly payouts: DurationReport &
    Readonly<Pick<Statistics["payouts"], "paid" | "kept" | "untimed">> & {
      /** Winning bets whose payout has no record yet. */
      readonly open: number;
    };
  /** Null before the first race. */
  readonly running: {
    readonly from: number;
    readonly to: number;
    /** Days from that of the first race to that of the newest, and how many of them had a race. */
    readonly days: number;
    readonly daysWithRaces: number;
    /** Percentage of the time in which a race was open or run. */
    readonly percent: number;
    readonly gaps: readonly Gap[];
  } | null;
}

const rowOf = (key: string, money: Money): MoneyRow => ({
  key,
  ...money,
  returnPercent: returnPercent(money),
});

/** What is shown of what was counted (rules STATS-2 to STATS-4). */
export function reportOf(statistics: Statistics): StatisticsReport {
  const { races, byType, byDay, refunds, payouts, untilStart, winners } = statistics;
  const { times, open, ...counts } = payouts;
  return {
    records: statistics.seq,
    races,
    playRaces: statistics.playRaces,
    unread: statistics.unread,
    chance: chanceReport(winners),
    total: rowOf("all", sumOf(Object.values(byType))),
    byType: raceTypes.map((type) => rowOf(type, byType[type])),
    byDay: Object.entries(byDay)
      .map(([day, money]) => rowOf(day, money))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    reversed: statistics.reversed,
    refunds: Object.entries(refunds)
      .map(([reason, count]) => ({ reason, races: count, percent: (100 * count) / races }))
      .toSorted((a, b) => b.races - a.races),
    untilStart: durationReport(untilStart),
    payouts: {
      ...durationReport(times),
      ...counts,
      open: Object.values(open).reduce((sum, { bets }) => sum + bets, 0),
    },
    running: runningOf(statistics),
  };
}

function runningOf({ running: { first, last, days, betweenMs, gaps } }: Statistics) {
  if (first === null || last === null) return null;
  const spanMs = last.at - first;
  return {
    from: first,
    to: last.at,
    days: Math.floor(last.at / DAY_MS) - Math.floor(first / DAY_MS) + 1,
    daysWithRaces: days,
    percent: spanMs <= 0 ? 100 : 100 * (1 - betweenMs / spanMs),
    gaps,
  };
}

/**
 * The report as rows of a table: part, name, figure and value. Lamports, milliseconds and moments are whole numbers and
 * ISO times, so that a program can read them back.
 */
export function reportRows(report: StatisticsReport): readonly (readonly string[])[] {
  const rows: string[][] = [["part", "name", "figure", "value"]];
  const put = (part: string, name: string, figures: object) => {
    for (const [figure, value] of Object.entries(figures)) {
      const isPlain = ["number", "string", "bigint"].includes(typeof value);
      if (figure !== "key" && isPlain) rows.push([part, name, figure, String(value)]);
    }
  };
  const { chance, running } = report;
  put("all", "", report);
  for (const horse of chance.horses) put("winners", `horse ${horse.number}`, horse);
  put("winners", "chi-square", chance.chiSquare);
  put("winners", "runs", chance.runs);
  for (const lag of chance.lags) put("winners", `lag ${lag.lag}`, lag);
  for (const money of [report.total, ...report.byType]) put("money by type", money.key, money);
  for (const money of report.byDay) put("money by day", money.key, money);
  put("money", "given back after settlement", report.reversed);
  for (const refund of report.refunds) put("refunds", refund.reason, refund);
  for (const [part, times] of [
    ["time from bet to start", report.untilStart],
    ["time of payouts", report.payouts],
  ] as const) {
    put(part, "", times);
    for (const { fromMs, toMs, count } of times.steps) put(part, `${fromMs} to ${toMs} ms`, { count });
  }
  if (running !== null) {
    const { from, to, gaps, ...figures } = running;
    put("running", "", { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...figures });
    for (const gap of gaps)
      put("running", `gap after race ${gap.after}`, {
        from: new Date(gap.from).toISOString(),
        ms: gap.to - gap.from,
      });
  }
  return rows;
}
