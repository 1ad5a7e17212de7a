import type { RaceStatus } from "./race-terms.ts";

/** Amounts per horse are hidden this long before the close (rule RACE-6). */
export const HIDE_AMOUNTS_MS = 5000;

/** The fields of a race that decide whether it takes bets; its row and the wire have them too. Times are epoch milliseconds. */
export interface BettingWindow {
  readonly status: RaceStatus;
  /** Null until the commitment is final on the chain. */
  readonly bettingOpensAt: number | null;
  readonly closesAt: number | null;
}

/**
 * Whether a bet can be taken at this moment: the race is pending or in countdown, its commitment is final on chain and
 * the close has not been reached (rule RACE-11). The one definition for server, page and, as the SQL function
 * `takes_bets`, for counting deposits.
 */
export const isBettingOpen = ({ status, bettingOpensAt, closesAt }: BettingWindow, atMs: number): boolean =>
  bettingOpensAt !== null &&
  (status === "pending" || (status === "countdown" && closesAt !== null && atMs < closesAt));

/** Whether amounts per horse are hidden: in the last seconds of the countdown (rule RACE-6). */
export const hidesAmounts = ({ status, closesAt }: BettingWindow, atMs: number): boolean =>
  status === "countdown" && closesAt !== null && atMs >= closesAt - HIDE_AMOUNTS_MS;
