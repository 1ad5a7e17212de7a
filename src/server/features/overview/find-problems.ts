import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Lamports, type SignedLamports, signedLamports } from "../../../domain/lamports.ts";
import type { Settings } from "../../../domain/settings.ts";
import type { PaymentObstacles } from "../../foundation/books/wait-reason.ts";
import type { OpenPayments } from "./waiting-payments.ts";

type Problem = Reply<Api["getOverview"]>["problems"][number];

/** The state of the game. */
export interface Facts extends PaymentObstacles {
  readonly at: Date;
  /**
   * Null before the first race. `idleSince` is when the newest one ended or, while no anchor lets it take bets, was
   * created; null if it takes bets or is run.
   */
  readonly race: { readonly id: string; readonly idleSince: Date | null } | null;
  /** A race that is over or locked, and neither settled nor run. */
  readonly unsettled: { readonly id: string; readonly since: Date } | null;
  readonly open: readonly OpenPayments[];
  /** Payments that failed in the last day. */
  readonly failed: { readonly count: number; readonly amount: Lamports };
  /** Memos that failed so often that they wait for an admin. */
  readonly failedMemos: number;
  /** Null while books and chain cannot be compared. */
  readonly difference: SignedLamports | null;
  /** What hot and deposit wallets together lack for the payments that are not final yet. */
  readonly missingInWallets: Lamports;
  /** Limits are counted by each server alone (rule OPERATE-10). */
  readonly isRedisSilent: boolean;
  readonly equity: SignedLamports;
  readonly bonusFund: Lamports;
  readonly settings: Pick<
    Settings,
    "maintenance" | "testingMode" | "jackpotPool" | "superfectaBonus" | "nextRaceDelayMs"
  >;
}

const MINUTE_MS = 60_000;
/** A finished race waits for its bets to be final, which takes half a minute. */
const STUCK_AFTER_MS = 5 * MINUTE_MS;
const LATE_AFTER_MS = 10 * MINUTE_MS;
const NO_RACE_AFTER_MS = MINUTE_MS;

/** The problems that need an admin's attention, worst first. */
export function findProblems(facts: Facts): Problem[] {
  const { at, race, unsettled, open, failed, equity, bonusFund, settings, missingInWallets } = facts;
  const isOlder = (since: Date, thanMs: number) => at.getTime() - since.getTime() > thanMs;
  const found: Problem[] = [];
  const add = (
    severity: Problem["severity"],
    code: Problem["code"],
    isThere: boolean,
    params: Problem["params"] = {},
  ) => {
    if (isThere) found.push({ code, severity, params });
  };
  const difference = facts.difference ?? signedLamports(0n);
  const waiting = sumOf(open);
  add("error", "PAYMENTS_HALTED", facts.isHalted, { amount: difference, count: waiting.count });
  add("error", "HOUSE_LOCKED", facts.isLocked, waiting);
  add("error", "NO_LEADER", !facts.hasLeader);
  add("error", "CHAIN_SILENT", facts.isChainSilent);
  if (unsettled !== null && isOlder(unsettled.since, STUCK_AFTER_MS)) {
    add("error", "RACE_STUCK", true, { raceId: unsettled.id, since: unsettled.since });
  }
  add("error", "HOT_WALLET_SHORT", missingInWallets > 0n, { amount: missingInWallets });
  add("error", "EQUITY_NEGATIVE", equity < 0n, { amount: equity });
  add("warning", "BOOKS_DIFFER", difference !== 0n && !facts.isHalted, { amount: difference });
  const unknown = open.filter(({ stage }) => stage === "unknown");
  add("warning", "PAYMENTS_UNKNOWN", unknown.length > 0, {
    ...sumOf(unknown),
    isOwn: areOwn(unknown),
  });
  const [oldest] = open.map((one) => one.oldest).toSorted((a, b) => a.getTime() - b.getTime());
  if (oldest !== undefined && isOlder(oldest, LATE_AFTER_MS)) {
    add("warning", "PAYMENTS_LATE", true, { since: oldest, count: waiting.count, isOwn: areOwn(open) });
  }
  add("warning", "PAYMENTS_FAILED", failed.count > 0, failed);
  add("warning", "MEMOS_FAILED", facts.failedMemos > 0, { count: facts.failedMemos });
  const idleSince = race?.idleSince ?? null;
  if (race === null) add("warning", "NO_RACE", true);
  else if (idleSince !== null && isOlder(idleSince, settings.nextRaceDelayMs + NO_RACE_AFTER_MS)) {
    add("warning", "NO_RACE", true, { since: idleSince });
  }
  add("warning", "REDIS_SILENT", facts.isRedisSilent);
  add("warning", "MAINTENANCE_ON", settings.maintenance);
  add("warning", "TESTING_ON", settings.testingMode);
  const { jackpotPool, superfectaBonus } = settings;
  const uncovered = signedLamports(jackpotPool - equity);
  add("warning", "JACKPOT_NOT_COVERED", jackpotPool > 0n && uncovered > 0n, { amount: uncovered });
  const lacking = signedLamports(superfectaBonus - bonusFund);
  add("warning", "BONUS_REFILLING", lacking > 0n, { amount: lacking });
  return found;
}

/** The list of payouts shows payments to players only. */
const areOwn = (payments: readonly OpenPayments[]) =>
  payments.every(({ kind }) => kind === "sweep" || kind === "notary" || kind === "anchor");

const sumOf = (payments: readonly OpenPayments[]) => ({
  count: payments.reduce((total, one) => total + one.count, 0),
  amount: signedLamports(payments.reduce((total, one) => total + one.amount, 0n)),
});
