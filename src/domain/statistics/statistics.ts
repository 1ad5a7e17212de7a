import { own } from "../history/own.ts";
import { type HistoryRecord, type RecordOf, readRecord } from "../history/record.ts";
import type { RaceType } from "../race-terms.ts";
import { type UtcDay, utcDay } from "../utc-day.ts";
import { type Durations, addDuration, noDurations } from "./durations.ts";
import { addRace, type Money, noMoney } from "./money.ts";
import { countRunning, notRunning, type Running } from "./running.ts";
import { countWinner, noWinners, type Winners } from "./winners.ts";

/**
 * What was counted of the public export so far, and all that is needed to continue: a few kilobytes and some bytes for
 * each day, however many races there were. It supports structured cloning.
 */
export interface Statistics {
  readonly version: typeof STATISTICS_VERSION;
  /** Number of the last record. */
  seq: number;
  races: number;
  /** Play-money races: their winners and times count, their money does not. */
  playRaces: number;
  /** Lines that are not a record with the next number: nothing of them is counted. */
  unread: number;
  readonly winners: Winners;
  readonly byType: Record<RaceType, Money>;
  /** By UTC day of the settlement. */
  readonly byDay: Record<UtcDay, Money>;
  /** Races that were refunded, by reason. */
  readonly refunds: Record<string, number>;
  /** Real money that was given back after a settlement. */
  readonly reversed: { races: number; bets: number; lamports: bigint };
  /** From placing a bet to the start of its race. */
  readonly untilStart: Durations;
  readonly payouts: Payouts;
  readonly running: Running;
}

/** Real-money winnings on their way to players, and how many payouts had each outcome. */
interface Payouts extends Record<RecordOf<"payout">["outcome"], number> {
  /** From the settlement to the record that says that the payment is final. */
  readonly times: Durations;
  /** Paid, of races that were recorded long after they were settled: when they were paid is not known. */
  untimed: number;
  /** Races with winnings that have no record yet. */
  readonly open: Record<string, { readonly settled: number; readonly isLate: boolean; bets: number }>;
}

/** Increased when an older state cannot be continued. */
export const STATISTICS_VERSION = 3;
/** A race recorded this long after its settlement does not show when its payouts ended. */
const LATE_MS = 600_000;

export const newStatistics = (): Statistics => ({
  version: STATISTICS_VERSION,
  seq: 0,
  races: 0,
  playRaces: 0,
  unread: 0,
  winners: noWinners(),
  byType: { classic: noMoney(), sprint: noMoney(), endurance: noMoney() },
  byDay: {},
  refunds: {},
  reversed: { races: 0, bets: 0, lamports: 0n },
  untilStart: noDurations(),
  payouts: { times: noDurations(), paid: 0, kept: 0, untimed: 0, open: {} },
  running: notRunning(),
});

/**
 * Counts the next record of the public export (rule STATS-1). The state is changed in place.
 *
 * @param line as it was published, without its line ending.
 * @example for (const line of lines) countRecord(statistics, line);
 */
export function countRecord(statistics: Statistics, line: string): void {
  const read = readRecord(line);
  statistics.seq += 1;
  if (read.ok && read.value.seq === statistics.seq) count(statistics, read.value);
  else statistics.unread += 1;
}

function count(statistics: Statistics, record: HistoryRecord): void {
  switch (record.kind) {
    case "race":
      return countRace(statistics, record);
    case "payout":
      return countPayout(statistics.payouts, record);
    case "reversal":
      return countReversal(statistics, record);
    case "seed-chain":
    case "rule":
    case "liabilities":
    case "day":
      return;
  }
}

function countRace(statistics: Statistics, { race, at }: RecordOf<"race">): void {
  const { settlement, times, ledger, race_type: type, winning_horse: winner, refund_reason: reason } = race;
  statistics.races += 1;
  if (winner !== null) countWinner(statistics.winners, winner);
  if (reason !== null) statistics.refunds[reason] = (own(statistics.refunds, reason) ?? 0) + 1;
  countRunning(statistics.running, race);
  if (times.starts !== null) {
    for (const { placed_at: placed } of settlement.bets)
      addDuration(statistics.untilStart, times.starts - placed);
  }
  if (ledger === "play") {
    statistics.playRaces += 1;
    return;
  }
  addRace(statistics.byType[type], settlement);
  addRace((statistics.byDay[utcDay(times.settled)] ??= noMoney()), settlement);
  const bets = settlement.bets.filter(({ result }) => result === "win").length;
  if (bets > 0)
    statistics.payouts.open[race.id] = {
      settled: times.settled,
      isLate: at - times.settled > LATE_MS,
      bets,
    };
}

/** A payout's record only shows when it was recorded: within seconds after the payout was final (rule STATS-4). */
function countPayout(payouts: Payouts, { race, outcome, at }: RecordOf<"payout">): void {
  payouts[outcome] += 1;
  const open = own(payouts.open, race);
  if (open === undefined || open.isLate) payouts.untimed += outcome === "paid" ? 1 : 0;
  else if (outcome === "paid") addDuration(payouts.times, at - open.settled);
  if (open === undefined) return;
  open.bets -= 1;
  if (open.bets === 0) delete payouts.open[race];
}

function countReversal({ reversed }: Statistics, { scope, ledger, bets }: RecordOf<"reversal">): void {
  if (ledger === "play") return;
  if (scope === "race") reversed.races += 1;
  reversed.bets += bets.length;
  for (const { lamports } of bets) reversed.lamports += lamports;
}
