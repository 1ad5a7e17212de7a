import { isBettingOpen } from "./betting-window.ts";
import { beaconSlotAfter } from "./beacon-slot.ts";
import { extendEnd } from "./countdown.ts";
import type {
  AnchoringRace,
  CountdownRace,
  LockedRace,
  PendingRace,
  RaceState,
  RefundedRace,
  RunningRace,
  UnsettledRace,
} from "./race-phases.ts";
import { locksBets } from "./race-settings.ts";
import type { RefundCause } from "./race-terms.ts";
import { BEACON_TIMEOUT_MS, LAUNCH_LEAD_MS, nextDueAt } from "./race-timing.ts";
import { storedRace } from "./stored-race.ts";

/** Reason of the refund of a race that no beacon decided in time. */
export const NO_BEACON = "No beacon block arrived in time";
/** Reason why everybody got their stake back after a race that was run (rule MONEY-6). */
export const NOBODY_WON = "Nobody bet on the winner";

/** Reason of the refund of a race that could not open, since its commitment may never be anchored (rule FAIR-12). */
export const LOG_ENDED = "The public log with its commitment ended before betting opened";

/** Reason of a refund by an admin who gave none. */
export const BY_ADMIN = "Refunded by an admin";

/** The cause behind a race's stored reason: one that is not the game's own is an admin's. */
export function refundCause(reason: string): RefundCause {
  if (reason === NO_BEACON) return "no_beacon";
  if (reason === LOG_ENDED) return "log_ended";
  return reason === NOBODY_WON ? "no_winning_bet" : "by_admin";
}

export type RaceEvent =
  /** A final memo covers the `commit` entry. */
  | { readonly type: "anchored" }
  /** The log of the `commit` entry has ended, so it may never be anchored. */
  | { readonly type: "never-anchored" }
  /** This many distinct players have live bets. */
  | { readonly type: "players-counted"; readonly distinctPlayers: number }
  /** A bet was confirmed at `at`. */
  | { readonly type: "bet-confirmed"; readonly at: number }
  /** Time has passed. */
  | { readonly type: "tick" }
  /** The process drives the race again after it was away. */
  | { readonly type: "resumed" }
  /** The shell chose the slot whose block will decide a race without a lock memo. */
  | { readonly type: "beacon-announced"; readonly slot: bigint }
  /** The first lock memo of the race landed in this slot. */
  | { readonly type: "lock-landed"; readonly slot: bigint }
  /** The first block at or after the announced slot is known. */
  | { readonly type: "beacon"; readonly slot: bigint; readonly blockhash: string }
  /** The money is to be moved. Whether a live bet is on the winner matters to a race that was run. */
  | { readonly type: "settle"; readonly isWinnerBacked: boolean }
  | { readonly type: "refund"; readonly reason: string }
  /** A settled race is refunded: the caller gives the lost stakes back in the same transaction (rule MONEY-9). */
  | { readonly type: "refund-late"; readonly reason: string };

/** What the shell does in the transaction that stores the race, and announces to everyone after its commit. */
export type RaceEffect =
  /** The countdown began, restarted or was extended. */
  | { readonly type: "countdown"; readonly endsAt: number }
  /** Fix the bets as they are now, and send a memo that commits to all of them. */
  | { readonly type: "lock" }
  /** Publish what the motion follows from. */
  | { readonly type: "start"; readonly startsAt: number }
  /** Publish the places. */
  | { readonly type: "reveal" }
  /** Publish the result and the seed. */
  | { readonly type: "complete" }
  /** Publish the seed, unless it already is; the stakes go back with `settle`. */
  | { readonly type: "refund"; readonly reason: string }
  /** Move the money: pay the winners, or give all stakes and the jackpot back. Happens at most once. */
  | { readonly type: "settle" };

type RaceRefusal =
  | "BETTING_CLOSED"
  | "RACE_SETTLED"
  | "RACE_REFUNDED"
  | "RACE_NOT_OVER"
  | "RACE_NOT_SETTLED"
  | "NO_BEACON_DUE";

export interface RaceStep {
  /** The same object when nothing changed. */
  readonly race: RaceState;
  /** None when nothing changed. */
  readonly effects: readonly RaceEffect[];
  /** Why the event was refused; the race is then unchanged. Null if it was taken or did not matter. */
  readonly refused: RaceRefusal | null;
}

/**
 * The only way to change a race (rules RACE-1 and INV-11). Pure: the shell loads the race, calls `step`, stores the
 * returned race and performs the effects in the same transaction. An event that comes twice, late or out of order
 * changes nothing.
 */
export function step(race: RaceState, event: RaceEvent, nowMs: number): RaceStep {
  switch (event.type) {
    case "anchored":
      return race.phase === "anchoring" ? openBetting(race, nowMs) : taken(race);
    case "never-anchored":
      return race.phase === "anchoring" ? refundRace(race, LOG_ENDED, nowMs) : taken(race);
    case "players-counted":
      return countPlayers(race, event.distinctPlayers, nowMs);
    case "bet-confirmed":
      return extendCountdown(race, event.at);
    case "tick":
      return passTime(race, nowMs);
    case "resumed":
      return resumeRace(race, nowMs);
    case "beacon-announced":
      return announceBeacon(race, event.slot);
    case "lock-landed":
      return followLock(race, event.slot);
    case "beacon":
      return decideByBeacon(race, event, nowMs);
    case "settle":
      return settleRace(race, event.isWinnerBacked, nowMs);
    case "refund":
      return refundRace(race, event.reason, nowMs);
    case "refund-late":
      return refundLate(race, event.reason, nowMs);
  }
}

const taken = (race: RaceState, ...effects: RaceEffect[]): RaceStep => ({ race, effects, refused: null });
const refused = (race: RaceState, code: RaceRefusal): RaceStep => ({ race, effects: [], refused: code });

const openBetting = (race: AnchoringRace, nowMs: number): RaceStep =>
  taken({ ...race, phase: "pending", bettingOpensAt: nowMs });

/** Enough players start the countdown (rule RACE-2); a race that falls below them waits again (rule LONE-2). */
function countPlayers(race: RaceState, distinctPlayers: number, nowMs: number): RaceStep {
  const isEnough = distinctPlayers >= race.settings.minBets;
  if (race.phase === "pending" && isEnough) return startCountdown(race, nowMs);
  if (race.phase !== "countdown" || isEnough) return taken(race);
  const { id, settings, bettingOpensAt } = race;
  return taken({ phase: "pending", id, settings, bettingOpensAt });
}

function startCountdown(race: PendingRace | CountdownRace, nowMs: number): RaceStep {
  const closesAt = nowMs + race.settings.countdownMs;
  return taken(
    { ...race, phase: "countdown", countdownStartedAt: nowMs, closesAt },
    { type: "countdown", endsAt: closesAt },
  );
}

/** A late bet extends the countdown (rule RACE-5). Bets are fed in the order of their times. */
function extendCountdown(race: RaceState, at: number): RaceStep {
  if (!isBettingOpen(storedRace(race), at)) return refused(race, "BETTING_CLOSED");
  if (race.phase !== "countdown") return taken(race);
  const endsAt = extendEnd({ ...race.settings, startedAt: race.countdownStartedAt }, race.closesAt, at);
  return endsAt === race.closesAt
    ? taken(race)
    : taken({ ...race, closesAt: endsAt }, { type: "countdown", endsAt });
}

function passTime(race: RaceState, nowMs: number): RaceStep {
  const dueAt = nextDueAt(race);
  if (dueAt === null || nowMs < dueAt) return taken(race);
  if (race.phase === "countdown") return closeBetting(race, nowMs);
  if (race.phase === "locked") return refundRace(race, NO_BEACON, nowMs);
  return race.phase === "running" ? advanceRun(race, nowMs) : taken(race);
}

/** Betting is over and the bets are fixed; with a beacon its slot is decided only now (rules FAIR-10 and FAIR-16). */
function closeBetting(race: CountdownRace, nowMs: number): RaceStep {
  const locked: LockedRace = { ...race, phase: "locked", lockedAt: nowMs, beaconSlot: null };
  const lock: RaceEffect[] = locksBets(race.settings) ? [{ type: "lock" }] : [];
  if (race.settings.outcomeEntropy === "beacon") return taken(locked, ...lock);
  const { race: started, effects } = startRace(locked, null, nowMs);
  return taken(started, ...lock, ...effects);
}

function startRace(race: LockedRace, beacon: RunningRace["beacon"], nowMs: number): RaceStep {
  const { id, settings, bettingOpensAt, countdownStartedAt, closesAt, lockedAt } = race;
  const startsAt = nowMs + LAUNCH_LEAD_MS;
  const closed = { id, settings, bettingOpensAt, countdownStartedAt, closesAt, lockedAt };
  return taken(
    { phase: "running", ...closed, beacon, startsAt, revealedAt: null },
    { type: "start", startsAt },
  );
}

/** The first announced slot stands. For a race with a lock memo, nobody chooses it. */
function announceBeacon(race: RaceState, slot: bigint): RaceStep {
  if (race.phase !== "locked" || locksBets(race.settings)) return refused(race, "NO_BEACON_DUE");
  return race.beaconSlot === null ? taken({ ...race, beaconSlot: slot }) : taken(race);
}

/** The slot follows from where the lock memo landed (rule FAIR-15). */
function followLock(race: RaceState, landedIn: bigint): RaceStep {
  if (race.phase !== "locked" || !locksBets(race.settings)) return refused(race, "NO_BEACON_DUE");
  return taken(race.beaconSlot === null ? { ...race, beaconSlot: beaconSlotAfter(landedIn) } : race);
}

/** The beacon decides and starts the race; one that comes too late refunds it (rule FAIR-11). */
function decideByBeacon(
  race: RaceState,
  { slot, blockhash }: { readonly slot: bigint; readonly blockhash: string },
  nowMs: number,
): RaceStep {
  if (race.phase !== "locked" || race.beaconSlot === null || slot < race.beaconSlot) {
    return refused(race, "NO_BEACON_DUE");
  }
  return nowMs >= race.lockedAt + BEACON_TIMEOUT_MS
    ? refundRace(race, NO_BEACON, nowMs)
    : startRace(race, { announcedSlot: race.beaconSlot, slot, blockhash }, nowMs);
}

/** The reveal is due, or the finish, or both. */
function advanceRun(race: RunningRace, nowMs: number): RaceStep {
  const reveal: RaceEffect[] = race.revealedAt === null ? [{ type: "reveal" }] : [];
  const revealedAt = race.revealedAt ?? nowMs;
  // The finish follows from the start and the duration, however late it is noticed.
  const completedAt = race.startsAt + race.settings.durationMs;
  if (nowMs < completedAt) return taken({ ...race, revealedAt }, ...reveal);
  return taken({ ...race, phase: "completed", revealedAt, completedAt }, ...reveal, { type: "complete" });
}

/** A countdown that ran out while nobody watched starts again, so that no player is surprised (rule RACE-10). */
function resumeRace(race: RaceState, nowMs: number): RaceStep {
  if (race.phase === "countdown" && nowMs >= race.closesAt) return startCountdown(race, nowMs);
  return passTime(race, nowMs);
}

/** The last step of every race that is over. A race that nobody won ends refunded (rules RACE-1, MONEY-6). */
function settleRace(race: RaceState, isWinnerBacked: boolean, nowMs: number): RaceStep {
  if (race.phase === "refunded") {
    if (race.settledAt !== null) return refused(race, "RACE_REFUNDED");
    return taken({ ...race, settledAt: nowMs }, { type: "settle" });
  }
  if (race.phase === "refunded-late") return refused(race, "RACE_REFUNDED");
  if (race.phase === "settled") return refused(race, "RACE_SETTLED");
  if (race.phase !== "completed") return refused(race, "RACE_NOT_OVER");
  if (isWinnerBacked) return taken({ ...race, phase: "settled", settledAt: nowMs }, { type: "settle" });
  const refunded: RefundedRace = { ...refundedRace(race, NOBODY_WON, nowMs), settledAt: nowMs };
  return taken(refunded, { type: "refund", reason: NOBODY_WON }, { type: "settle" });
}

function refundRace(race: RaceState, reason: string, nowMs: number): RaceStep {
  if (race.phase === "refunded" || race.phase === "refunded-late") return refused(race, "RACE_REFUNDED");
  if (race.phase === "settled") return refused(race, "RACE_SETTLED");
  return taken(refundedRace(race, reason, nowMs), { type: "refund", reason });
}

/** A settled race becomes refunded only this way, and keeps everything that was decided (rules RACE-1, MONEY-9). */
function refundLate(race: RaceState, reason: string, nowMs: number): RaceStep {
  if (race.phase === "refunded" || race.phase === "refunded-late") return refused(race, "RACE_REFUNDED");
  if (race.phase !== "settled") return refused(race, "RACE_NOT_SETTLED");
  return taken(
    { ...race, phase: "refunded-late", refundedAt: nowMs, refundReason: reason },
    { type: "refund", reason },
  );
}

const refundedRace = (race: UnsettledRace, refundReason: string, nowMs: number): RefundedRace => ({
  phase: "refunded",
  id: race.id,
  settings: race.settings,
  from: race,
  refundedAt: nowMs,
  refundReason,
  settledAt: null,
});
