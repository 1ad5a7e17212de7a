import type { PublishedRace, RecordOf } from "./record.ts";

/**
 * Days are compared with the trees of what the house owed among the newest ones: a tree and its races come days apart
 * at most.
 */
const REMEMBERED = 10;

/**
 * How much of a history its proofs cover. None of this is a fault: a rule allows a sealed race, and a memo may fail. A
 * house that leaves them out shows here (rule HISTORY-6).
 */
export interface Coverage {
  /** Races of real money that no beacon decided: the house knew their winner. */
  sealed: number;
  /** Races of real money that name no memo with their result. */
  unended: number;
  /** Holdings of house wallets that no signature shows. */
  unsigned: number;
  /** Winnings that ended on the player's balance in the game. */
  keptPayouts: number;
  /** Winnings of which neither wallet nor transaction is told. */
  hidden: number;
  /** The newest days, oldest first, and how many before them had races and no tree of what the house owed. */
  days: CoveredDay[];
  unowed: number;
}

interface CoveredDay {
  readonly day: string;
  hasRaces: boolean;
  isOwed: boolean;
}

export const noCoverage = (): Coverage => ({
  sealed: 0,
  unended: 0,
  unsigned: 0,
  keptPayouts: 0,
  hidden: 0,
  days: [],
  unowed: 0,
});

export function coverRace(coverage: Coverage, { ledger, entropy, times, anchors }: PublishedRace): void {
  const isReal = ledger === "real";
  if (isReal && entropy === "sealed") coverage.sealed += 1;
  if (isReal && anchors.result === null) coverage.unended += 1;
  dayOf(coverage, times.created).hasRaces = true;
}

export function coverOwed(coverage: Coverage, { taken_at: at, holdings }: RecordOf<"liabilities">): void {
  coverage.unsigned += holdings.filter(({ signature }) => signature === null).length;
  dayOf(coverage, at).isOwed = true;
}

export function coverPayout(coverage: Coverage, { outcome, wallet }: RecordOf<"payout">): void {
  if (outcome === "kept") coverage.keptPayouts += 1;
  if (outcome === "paid" && wallet === null) coverage.hidden += 1;
}

function dayOf(coverage: Coverage, ms: number): CoveredDay {
  const day = new Date(ms).toISOString().slice(0, 10);
  const known = coverage.days.find((one) => one.day === day);
  if (known !== undefined) return known;
  const added = { day, hasRaces: false, isOwed: false };
  coverage.days.push(added);
  if (coverage.days.length > REMEMBERED && isUnowed(coverage.days.shift())) coverage.unowed += 1;
  return added;
}

const isUnowed = (day: CoveredDay | undefined): boolean => day?.hasRaces === true && !day.isOwed;

/** Each count under the name that `verifier/verify.py` gives it. */
export const countsOf = ({ days, unowed, ...counts }: Coverage, filesWithoutMemo: number) => ({
  "sealed races": counts.sealed,
  "races without result memo": counts.unended,
  "holdings without signature": counts.unsigned,
  "payouts without wallet": counts.hidden,
  "payouts kept in the game": counts.keptPayouts,
  "files without memo": filesWithoutMemo,
  "days without liabilities": unowed + days.filter(isUnowed).length,
});

export type Counts = ReturnType<typeof countsOf>;
