import type { RaceSettings } from "./race-settings.ts";
import type { RaceStatus } from "./race-terms.ts";

/** The block that decides a race under beacon entropy (rule FAIR-10). */
export interface Beacon {
  /** Follows from where the lock memo landed; without a lock memo it was announced at the close. */
  readonly announcedSlot: bigint;
  /** Slot of the first block at or after the announced one. */
  readonly slot: bigint;
  readonly blockhash: string;
}

interface AnyRace {
  readonly id: string;
  readonly settings: Pick<
    RaceSettings,
    "minBets" | "countdownMs" | "extendMs" | "durationMs" | "outcomeEntropy" | "ledger"
  >;
}

/** Created; the memo that anchors its `commit` entry is on its way to the chain. */
export interface AnchoringRace extends AnyRace {
  readonly phase: "anchoring";
}

interface Opened extends AnyRace {
  /** When a final memo anchored its `commit` entry; no bets before that (rule RACE-11). */
  readonly bettingOpensAt: number;
}

/** Takes bets and waits for enough players. */
export interface PendingRace extends Opened {
  readonly phase: "pending";
}

interface Counted extends Opened {
  readonly countdownStartedAt: number;
  /** When betting closes; late bets move it (rule RACE-5). */
  readonly closesAt: number;
}

/** Takes bets until it closes. */
export interface CountdownRace extends Counted {
  readonly phase: "countdown";
}

interface Closed extends Counted {
  readonly lockedAt: number;
}

/** Betting is over; the beacon is awaited. */
export interface LockedRace extends Closed {
  readonly phase: "locked";
  /** Null until the lock memo has landed or, without a lock memo, until the shell has announced the slot. */
  readonly beaconSlot: bigint | null;
}

interface Started extends Closed {
  /** Null under sealed entropy. */
  readonly beacon: Beacon | null;
  readonly startsAt: number;
}

/** The start is set. */
export interface RunningRace extends Started {
  readonly phase: "running";
  /** When the places were published. */
  readonly revealedAt: number | null;
}

interface Finished extends Started {
  readonly revealedAt: number;
  readonly completedAt: number;
}

/** Run and decided; its bets are not all final on the chain yet. */
interface CompletedRace extends Finished {
  readonly phase: "completed";
}

/** The winners are paid. */
interface SettledRace extends Finished {
  readonly phase: "settled";
  readonly settledAt: number;
}

export type UnsettledRace =
  | AnchoringRace
  | PendingRace
  | CountdownRace
  | LockedRace
  | RunningRace
  | CompletedRace;

/** Nobody is paid; every stake goes back. */
export interface RefundedRace extends AnyRace {
  readonly phase: "refunded";
  /** The race as it was when it was refunded. */
  readonly from: UnsettledRace;
  readonly refundedAt: number;
  readonly refundReason: string;
  /** When the stakes were given back: once all of them are final on the chain. */
  readonly settledAt: number | null;
}

/** It was settled, its winners stay paid, and an admin gave the lost stakes back (rule MONEY-9). */
export interface LateRefundedRace extends Finished {
  readonly phase: "refunded-late";
  readonly settledAt: number;
  readonly refundedAt: number;
  readonly refundReason: string;
}

/** Everything about a race that decides what happens next. Times are epoch milliseconds. */
export type RaceState = UnsettledRace | SettledRace | RefundedRace | LateRefundedRace;

/**
 * A race as it is created.
 * @testing
 */
export const newRace = (id: string, settings: AnyRace["settings"]): AnchoringRace => ({
  phase: "anchoring",
  id,
  settings,
});

export function statusOf(race: RaceState): RaceStatus {
  switch (race.phase) {
    case "anchoring":
    case "pending":
      return "pending";
    case "locked":
    case "running":
      return "active";
    case "completed":
    case "settled":
      return "completed";
    case "refunded-late":
      return "refunded";
    case "countdown":
    case "refunded":
      return race.phase;
  }
}
