import { describe, expect, it } from "vitest";
import { chanceReport } from "../../src/domain/statistics/winners.ts";
import { reportOf, reportRows } from "../../src/domain/statistics/report.ts";
import { countRecord, newStatistics, type Statistics } from "../../src/domain/statistics/statistics.ts";
import { type RaceLine, trueHistory } from "./true-history.ts";

const lines = [...trueHistory({ races: 400 })];
// oxlint-disable-next-line typescript/no-explicit-any -- records exactly as their lines have them
const records = lines.map((line) => JSON.parse(line) as any);
const races = records.filter(({ kind }) => kind === "race").map(({ race }) => race as RaceLine);
const real = races.filter(({ ledger }) => ledger === "real");

function counted(of: Iterable<string>): Statistics {
  const statistics = newStatistics();
  for (const line of of) countRecord(statistics, line);
  return statistics;
}
const report = reportOf(counted(lines));

/** Computes the same with plain sums over everything at once. */
const sumOf = (of: readonly RaceLine[], amount: (race: RaceLine) => string): bigint =>
  of.reduce((sum, race) => sum + BigInt(amount(race)), 0n);
const isPaid = ({ settlement }: RaceLine) => settlement.kind === "paid";

it("STATS-1 counts every record and race, and goes on from a clone as if it had never stopped", () => {
  expect(report).toMatchObject({ records: lines.length, races: 400, unread: 0 });
  expect(report.playRaces).toBe(races.length - real.length);
  let statistics = newStatistics();
  for (const [at, line] of lines.entries()) {
    if (at % 70 === 0) statistics = structuredClone(statistics);
    countRecord(statistics, line);
  }
  expect(statistics).toEqual(counted(lines));
});

it("STATS-1 keeps a state that does not grow with the races of a day", () => {
  const sizeAfter = (many: number) =>
    JSON.stringify(counted(trueHistory({ races: many, everyMs: 70_000 })), (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ).length;
  expect(sizeAfter(1_000)).toBeLessThan(sizeAfter(250) + 1_500);
});

it("STATS-1 what is no record, or not the next one, is told and counts for nothing", () => {
  const statistics = counted(["{", ...lines.slice(1, 40), lines[50] ?? "", ...lines.slice(41)]);
  expect(statistics.unread).toBe(2);
  expect(statistics.seq).toBe(lines.length);
  expect(counted(lines.map((line) => line.replace('"kind":"race"', '"kind":"rumour"'))).races).toBe(0);
});

it("STATS-2 counts the winner of each race that has one", () => {
  const wins = [1, 2, 3, 4, 5, 6].map(
    (horse) => races.filter(({ winning_horse: winner }) => winner === horse).length,
  );
  expect(report.chance.horses.map((horse) => horse.wins)).toEqual(wins);
  expect(report.chance).toEqual(chanceReport(counted(lines).winners));
});

describe("money", () => {
  it("STATS-3 adds up to the lamport, by type, by day and in all", () => {
    for (const rows of [report.byType, report.byDay, [report.total]]) {
      const total = (name: "staked" | "paid" | "fee" | "refunded" | "jackpot" | "remainder") =>
        rows.reduce((sum, row) => sum + row[name], 0n);
      expect(total("staked")).toBe(sumOf(real.filter(isPaid), ({ settlement }) => settlement.pool));
      expect(total("fee")).toBe(sumOf(real, ({ settlement }) => settlement.fee));
      expect(total("refunded")).toBe(
        sumOf(
          real.filter((race) => !isPaid(race)),
          ({ settlement }) => settlement.pool,
        ),
      );
      expect(total("staked") + total("jackpot")).toBe(total("fee") + total("paid") + total("remainder"));
    }
    expect(report.total.races + report.total.refundedRaces).toBe(real.length);
  });

  it("STATS-3 returns what of hundred came back, by type", () => {
    for (const { key, returnPercent } of report.byType) {
      const own = real.filter((race) => race.race_type === key && isPaid(race));
      const paid = own.reduce(
        (sum, { settlement }) => sum + settlement.bets.reduce((all, { payout }) => all + Number(payout), 0),
        0,
      );
      const staked = Number(sumOf(own, ({ settlement }) => settlement.pool));
      expect(returnPercent).toBeCloseTo((100 * paid) / staked, 3);
    }
    expect(reportOf(newStatistics()).total.returnPercent).toBeNull();
  });

  it("STATS-3 tells what was given back after the settlement, of real money alone", () => {
    const inPlay = lines.map((line, at) =>
      at > lines.length / 2
        ? line.replace('"scope":"bet","ledger":"real"', '"scope":"bet","ledger":"play"')
        : line,
    );
    const report = reportOf(counted(inPlay));
    const all = inPlay.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "reversal");
    const reversals = all.filter(({ ledger }) => ledger === "real");
    expect(reversals.length).toBeLessThan(all.length);
    expect(report.reversed.bets).toBe(reversals.flatMap(({ bets }) => bets).length);
    expect(report.reversed.races).toBe(reversals.filter(({ scope }) => scope === "race").length);
    expect(report.reversed.races).toBeGreaterThan(0);
    expect(report.reversed.lamports).toBe(
      reversals.flatMap(({ bets }) => bets).reduce((sum, { lamports }) => sum + BigInt(lamports), 0n),
    );
  });
});

describe("times", () => {
  it("STATS-4 from each bet to the start of its race, where it started", () => {
    const started = races.filter(({ times }) => times.starts !== null);
    const times = started.flatMap(({ settlement, times: { starts } }) =>
      settlement.bets.map(({ placed_at: placed }) => Date.parse(starts ?? "") - Date.parse(placed)),
    );
    expect(report.untilStart).toMatchObject({ count: times.length, mostMs: Math.max(...times) });
  });

  it("STATS-4 of payouts, from the settlement to the record, where the race was recorded in time", () => {
    const settled = new Map(races.map(({ id, times }) => [id, Date.parse(times.settled)]));
    const paid = records.filter(({ kind, outcome }) => kind === "payout" && outcome === "paid");
    const times = paid.map(({ race, at }) => Date.parse(at) - (settled.get(race) ?? 0));
    expect(report.payouts).toMatchObject({ paid: paid.length, untimed: 0, count: paid.length });
    expect(report.payouts.mostMs).toBe(Math.max(...times));
    const payouts = records.filter(({ kind }) => kind === "payout").length;
    const { kept, open } = report.payouts;
    expect(paid.length + kept).toBe(payouts);
    const wins = real.flatMap(({ settlement }) => settlement.bets.filter(({ result }) => result === "win"));
    expect(open).toBe(wins.length - payouts);
  });

  it("STATS-4 of races that were recorded late, no payout has a time", () => {
    const late = reportOf(counted(trueHistory({ races: 300, delayMs: 601_000 }))).payouts;
    expect(late.count).toBe(0);
    expect(late.untimed).toBe(late.paid);
    expect(late.paid).toBeGreaterThan(100);
  });
});

it("STATS-4 tells refunds by their reason, and when no race was open", () => {
  for (const { reason, races: count } of report.refunds)
    expect(count).toBe(races.filter(({ refund_reason: own }) => own === reason).length);
  expect(report.refunds.map(({ reason }) => reason).toSorted()).toEqual([
    "by_admin",
    "no_beacon",
    "no_winning_bet",
  ]);
  const overs = races.map(({ times }) => Date.parse(times.completed ?? times.refunded ?? times.settled));
  const gaps = races.slice(1).map(({ times }, at) => Date.parse(times.created) - (overs[at] ?? 0));
  const { running } = report;
  expect(running?.gaps).toHaveLength(5);
  expect(running?.gaps.map(({ from, to }) => to - from)).toEqual(gaps.toSorted((a, b) => b - a).slice(0, 5));
  const spanMs = (overs.at(-1) ?? 0) - Date.parse(races[0]?.times.created ?? "");
  expect(running?.percent).toBeCloseTo(100 * (1 - gaps.reduce((a, b) => a + b) / spanMs), 9);
  expect(running).toMatchObject({ days: report.byDay.length, daysWithRaces: report.byDay.length });
});

it("STATS-5 can be saved as rows that hold each figure of the report", () => {
  const rows = reportRows(report);
  const value = (part: string, name: string, figure: string) =>
    rows.find((row) => row[0] === part && row[1] === name && row[2] === figure)?.[3];
  expect(value("all", "", "races")).toBe("400");
  expect(value("money by type", "classic", "staked")).toBe(String(report.byType[0]?.staked));
  expect(value("winners", "chi-square", "p")).toBe(String(report.chance.chiSquare.p));
  expect(new Set(rows.map((row) => row.slice(0, 3).join("|"))).size).toBe(rows.length);
  expect(rows.every((row) => row.length === 4)).toBe(true);
});
