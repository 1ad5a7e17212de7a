import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { PaidBet } from "../../support/player.ts";

export interface AcknowledgedBet extends PaidBet {
  readonly wallet: string;
}

export interface AcknowledgedWithdrawal {
  readonly id: string;
  readonly wallet: string;
  readonly amountSol: number;
}

/** What the players were promised in this batch. */
export interface Promises {
  readonly bets: AcknowledgedBet[];
  readonly withdrawals: AcknowledgedWithdrawal[];
}

/** Counts that add up over batches. */
export interface Counts {
  readonly batches: number;
  /** Batches that aborted, e.g. because a server did not start in time. */
  readonly withoutVerdict: number;
  readonly cycles: Readonly<Record<string, number>>;
  readonly races: number;
  readonly refundedRaces: number;
  readonly acknowledgedBets: number;
  readonly acknowledgedWithdrawals: number;
  readonly paymentsOnChain: number;
  readonly lost: number;
  readonly doubled: number;
  readonly unended: number;
  readonly unexplainedLamports: string;
  readonly otherProblems: number;
  readonly endedByItself: number;
  readonly seconds: number;
}

export const countCycles = ({ cycles }: Counts) =>
  Object.values(cycles).reduce((sum, count) => sum + count, 0);

export const none: Counts = {
  batches: 0,
  withoutVerdict: 0,
  cycles: {},
  races: 0,
  refundedRaces: 0,
  acknowledgedBets: 0,
  acknowledgedWithdrawals: 0,
  paymentsOnChain: 0,
  lost: 0,
  doubled: 0,
  unended: 0,
  unexplainedLamports: "0",
  otherProblems: 0,
  endedByItself: 0,
  seconds: 0,
};

export function together(one: Counts, other: Counts): Counts {
  const cycles: Record<string, number> = { ...one.cycles };
  for (const [name, count] of Object.entries(other.cycles)) cycles[name] = (cycles[name] ?? 0) + count;
  return {
    batches: one.batches + other.batches,
    withoutVerdict: one.withoutVerdict + other.withoutVerdict,
    cycles,
    races: one.races + other.races,
    refundedRaces: one.refundedRaces + other.refundedRaces,
    acknowledgedBets: one.acknowledgedBets + other.acknowledgedBets,
    acknowledgedWithdrawals: one.acknowledgedWithdrawals + other.acknowledgedWithdrawals,
    paymentsOnChain: one.paymentsOnChain + other.paymentsOnChain,
    lost: one.lost + other.lost,
    doubled: one.doubled + other.doubled,
    unended: one.unended + other.unended,
    unexplainedLamports: String(BigInt(one.unexplainedLamports) + BigInt(other.unexplainedLamports)),
    otherProblems: one.otherProblems + other.otherProblems,
    endedByItself: one.endedByItself + other.endedByItself,
    seconds: one.seconds + other.seconds,
  };
}

/** The counts of earlier runs. */
export const readBatches = (file: string): Counts =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Counts) : none;

export const writeBatches = (file: string, counts: Counts) =>
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);

export function printCounts(title: string, counts: Counts) {
  const line = (what: string, value: string | number) => console.log(`${what.padEnd(44)}${value}`);
  console.log(`\n${title}`);
  for (const [name, count] of Object.entries(counts.cycles).sort(([a], [b]) => a.localeCompare(b)))
    line(`  ${name}`, count);
  line("cycles", countCycles(counts));
  line("batches without a verdict", counts.withoutVerdict);
  line("races", counts.races);
  line("  of them refunded", counts.refundedRaces);
  line("acknowledged bets", counts.acknowledgedBets);
  line("acknowledged withdrawals", counts.acknowledgedWithdrawals);
  line("payments on the chain", counts.paymentsOnChain);
  line("lost (bets and withdrawals)", counts.lost);
  line("paid twice", counts.doubled);
  line("races that did not end", counts.unended);
  line("lamports unexplained", counts.unexplainedLamports);
  line("other problems", counts.otherProblems);
  line("times the server ended by itself", counts.endedByItself);
  line("minutes", Math.round(counts.seconds / 6) / 10);
}

export const isClean = (counts: Counts) =>
  counts.withoutVerdict === 0 &&
  counts.lost === 0 &&
  counts.doubled === 0 &&
  counts.unended === 0 &&
  counts.unexplainedLamports === "0" &&
  counts.otherProblems === 0;
