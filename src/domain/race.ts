import { extendEnd } from "./countdown.ts";
import type { RaceSettings } from "./race-settings.ts";

/** Wire and row spelling of a race's status (rule RACE-1). `active` before `startsAt` is set means locked. */
export type RaceStatus = "pending" | "countdown" | "active" | "completed" | "refunded";

/** From the race's start to the moment its places are sent, as a part of its duration (rule RACE-8). */
export const REVEAL_AT = 0.58;
/** Without a beacon this long after the lock a race is refunded (rule FAIR-11). */
export const BEACON_TIMEOUT_MS = 30_000;
/** From the decision to start to the start itself, so that the event reaches everyone in time. */
export const LAUNCH_LEAD_MS = 1500;
/** Amounts per horse are hidden this long before the close (rule RACE-6). */
export const HIDE_AMOUNTS_MS = 5000;

interface Beacon {
  /** Slot of the first block at or after the announced slot. */
  readonly slot: bigint;
  readonly blockhash: string;
}

/** All of a race that decides what happens next. Times are epoch milliseconds. */
export interface RaceState {
  readonly id: string;
  readonly status: RaceStatus;
  readonly settings: Pick<
    RaceSettings,
    "minBets" | "countdownMs" | "extendMs" | "durationMs" | "outcomeEntropy"
  >;
  /** When the commitment was confirmed on chain; no bet before it (rule RACE-11). */
  readonly bettingOpensAt: number | null;
  readonly countdownStartedAt: number | null;
  /** When betting closes; moves with late bets. */
  readonly closesAt: number | null;
  readonly lockedAt: number | null;
  /** Slot announced at the lock; the beacon is the first block at or after it. */
  readonly beaconSlot: bigint | null;
  readonly beacon: Beacon | null;
  readonly startsAt: number | null;
  readonly revealedAt: number | null;
  readonly completedAt: number | null;
  readonly settledAt: number | null;
  readonly refundedAt: number | null;
  readonly refundReason: string | null;
}

export type RaceEvent =
  /** The commitment memo is confirmed on chain. */
  | { readonly type: "anchored" }
  /** A bet was confirmed at `at`; `distinctPlayers` have confirmed bets now, this one included. */
  | { readonly type: "bet-confirmed"; readonly at: number; readonly distinctPlayers: number }
  /** Time has passed. */
  | { readonly type: "tick" }
  /** The process drives the race again after it was away. */
  | { readonly type: "resumed" }
  /** The shell chose the slot whose block will decide. */
  | { readonly type: "beacon-announced"; readonly slot: bigint }
  /** The first block at or after the announced slot is known. */
  | { readonly type: "beacon"; readonly slot: bigint; readonly blockhash: string }
  /** The settlement is being stored, in the same transaction. */
  | { readonly type: "settled" }
  | { readonly type: "refund"; readonly reason: string };

/**
 * What the shell does. `refund-all` belongs into the transaction that stores the race; the others come
 * after it. A lost effect is asked for again by later ticks where it matters; the shell bears repetition.
 */
export type RaceEffect =
  /** Tell everyone how the race stands. */
  | { readonly type: "broadcast" }
  /** The countdown began, restarted or was extended. */
  | { readonly type: "announce-countdown"; readonly endsAt: number }
  /** Choose a slot ahead of the chain and feed `beacon-announced`. */
  | { readonly type: "choose-beacon-slot" }
  /** Look for the first block at or after the slot and feed `beacon`. */
  | { readonly type: "fetch-beacon"; readonly slot: bigint }
  | { readonly type: "start"; readonly startsAt: number }
  /** Send the places. */
  | { readonly type: "reveal" }
  /** Send the result and the seed. */
  | { readonly type: "complete" }
  /** Settle once every bet is final on chain, and feed `settled`. */
  | { readonly type: "settle" }
  /** Give all stakes and the jackpot back, and reveal the seed. */
  | { readonly type: "refund-all"; readonly reason: string };

type RaceRefusal = "BETTING_CLOSED" | "RACE_SETTLED" | "RACE_REFUNDED" | "RACE_NOT_OVER" | "NO_BEACON_DUE";

export interface RaceStep {
  /** The same object when nothing changed. */
  readonly race: RaceState;
  readonly effects: readonly RaceEffect[];
  /** Why the event was not taken; the race is then unchanged. Null when it was, or did not matter. */
  readonly refused: RaceRefusal | null;
}

/** A race as it is created: waiting for its commitment to be anchored. */
export const newRace = (id: string, settings: RaceState["settings"]): RaceState => ({
  id,
  status: "pending",
  settings,
  bettingOpensAt: null,
  countdownStartedAt: null,
  closesAt: null,
  lockedAt: null,
  beaconSlot: null,
  beacon: null,
  startsAt: null,
  revealedAt: null,
  completedAt: null,
  settledAt: null,
  refundedAt: null,
  refundReason: null,
});

/**
 * The race's only way to change (rules RACE-1 and INV-11). Pure: the shell loads the race, calls
 * `step`, stores the race it gets back and performs the effects. An event that comes twice, late or out
 * of order changes nothing.
 */
export function step(race: RaceState, event: RaceEvent, nowMs: number): RaceStep {
  switch (event.type) {
    case "anchored":
      return openBetting(race, nowMs);
    case "bet-confirmed":
      return countBet(race, event.at, event.distinctPlayers, nowMs);
    case "tick":
      return passTime(race, nowMs);
    case "resumed":
      return resume(race, nowMs);
    case "beacon-announced":
      return announceBeacon(race, event.slot);
    case "beacon":
      return takeBeacon(race, { slot: event.slot, blockhash: event.blockhash }, nowMs);
    case "settled":
      return markSettled(race, nowMs);
    case "refund":
      return refund(race, event.reason, nowMs);
  }
}

const taken = (race: RaceState, ...effects: RaceEffect[]): RaceStep => ({ race, effects, refused: null });
const refused = (race: RaceState, code: RaceRefusal): RaceStep => ({ race, effects: [], refused: code });

function openBetting(race: RaceState, nowMs: number): RaceStep {
  if (race.status !== "pending" || race.bettingOpensAt !== null) return taken(race);
  return taken({ ...race, bettingOpensAt: nowMs }, { type: "broadcast" });
}

/** Starts the countdown or extends it (rules RACE-2 and RACE-5). Bets are fed in the order of their times. */
function countBet(race: RaceState, at: number, distinctPlayers: number, nowMs: number): RaceStep {
  if (!isBettingOpen(race, at)) return refused(race, "BETTING_CLOSED");
  const { countdownStartedAt: startedAt, closesAt } = race;
  if (startedAt === null || closesAt === null) {
    const isEnough = distinctPlayers >= race.settings.minBets;
    return isEnough ? startCountdown(race, nowMs) : taken(race, { type: "broadcast" });
  }
  const endsAt = extendEnd({ ...race.settings, startedAt }, closesAt, at);
  if (endsAt === closesAt) return taken(race, { type: "broadcast" });
  return taken({ ...race, closesAt: endsAt }, { type: "announce-countdown", endsAt }, { type: "broadcast" });
}

function startCountdown(race: RaceState, nowMs: number): RaceStep {
  const closesAt = nowMs + race.settings.countdownMs;
  return taken(
    { ...race, status: "countdown", countdownStartedAt: nowMs, closesAt },
    { type: "announce-countdown", endsAt: closesAt },
    { type: "broadcast" },
  );
}

function passTime(race: RaceState, nowMs: number): RaceStep {
  switch (race.status) {
    case "pending":
    case "refunded":
      return taken(race);
    case "countdown":
      return race.closesAt !== null && nowMs >= race.closesAt ? lock(race, nowMs) : taken(race);
    case "active":
      return race.startsAt === null ? awaitBeacon(race, nowMs) : run(race, race.startsAt, nowMs);
    case "completed":
      return race.settledAt === null ? taken(race, { type: "settle" }) : taken(race);
  }
}

/** Betting is over; with a beacon its slot is chosen only now (rule FAIR-10). */
function lock(race: RaceState, nowMs: number): RaceStep {
  const locked: RaceState = { ...race, status: "active", lockedAt: nowMs };
  return race.settings.outcomeEntropy === "sealed"
    ? launch(locked, nowMs)
    : taken(locked, { type: "broadcast" }, { type: "choose-beacon-slot" });
}

function launch(race: RaceState, nowMs: number): RaceStep {
  const startsAt = nowMs + LAUNCH_LEAD_MS;
  return taken({ ...race, startsAt }, { type: "start", startsAt }, { type: "broadcast" });
}

function awaitBeacon(race: RaceState, nowMs: number): RaceStep {
  if (isBeaconOverdue(race, nowMs)) return refund(race, NO_BEACON, nowMs);
  return race.beaconSlot === null
    ? taken(race, { type: "choose-beacon-slot" })
    : taken(race, { type: "fetch-beacon", slot: race.beaconSlot });
}

/** Why a race was refunded that no beacon decided in time. */
export const NO_BEACON = "No beacon block arrived in time";
/** Why everybody got the stake back after a race that was run (rule MONEY-6). */
export const NOBODY_WON = "Nobody bet on the winner";

const isBeaconOverdue = (race: RaceState, nowMs: number): boolean =>
  race.lockedAt !== null && nowMs >= race.lockedAt + BEACON_TIMEOUT_MS;

function announceBeacon(race: RaceState, slot: bigint): RaceStep {
  if (!isAwaitingBeacon(race)) return refused(race, "NO_BEACON_DUE");
  if (race.beaconSlot !== null) return taken(race);
  return taken({ ...race, beaconSlot: slot }, { type: "broadcast" }, { type: "fetch-beacon", slot });
}

/** The beacon decides and starts the race; one that comes too late refunds it (rule FAIR-11). */
function takeBeacon(race: RaceState, beacon: Beacon, nowMs: number): RaceStep {
  if (!isAwaitingBeacon(race) || race.beaconSlot === null || beacon.slot < race.beaconSlot) {
    return refused(race, "NO_BEACON_DUE");
  }
  return isBeaconOverdue(race, nowMs) ? refund(race, NO_BEACON, nowMs) : launch({ ...race, beacon }, nowMs);
}

const isAwaitingBeacon = (race: RaceState): boolean =>
  race.status === "active" && race.startsAt === null && race.settings.outcomeEntropy === "beacon";

function run(race: RaceState, startsAt: number, nowMs: number): RaceStep {
  const { durationMs } = race.settings;
  const isRevealDue = race.revealedAt === null && nowMs >= startsAt + durationMs * REVEAL_AT;
  const isOver = nowMs >= startsAt + durationMs;
  if (!isRevealDue && !isOver) return taken(race);
  const revealed: RaceState = isRevealDue ? { ...race, revealedAt: nowMs } : race;
  const reveal: RaceEffect[] = isRevealDue ? [{ type: "reveal" }] : [];
  if (!isOver) return taken(revealed, ...reveal);
  // The finish is a fact of the start and the duration, however late it is noticed.
  const completed: RaceState = { ...revealed, status: "completed", completedAt: startsAt + durationMs };
  return taken(completed, ...reveal, { type: "complete" }, { type: "broadcast" }, { type: "settle" });
}

/** A countdown that ran out while nobody watched starts again, so that no player is surprised (rule RACE-10). */
function resume(race: RaceState, nowMs: number): RaceStep {
  const ranOut = race.status === "countdown" && race.closesAt !== null && nowMs >= race.closesAt;
  return ranOut ? startCountdown(race, nowMs) : passTime(race, nowMs);
}

function markSettled(race: RaceState, nowMs: number): RaceStep {
  if (race.status === "refunded") return refused(race, "RACE_REFUNDED");
  if (race.status !== "completed") return refused(race, "RACE_NOT_OVER");
  if (race.settledAt !== null) return refused(race, "RACE_SETTLED");
  return taken({ ...race, settledAt: nowMs }, { type: "broadcast" });
}

function refund(race: RaceState, reason: string, nowMs: number): RaceStep {
  if (race.status === "refunded") return refused(race, "RACE_REFUNDED");
  if (race.settledAt !== null) return refused(race, "RACE_SETTLED");
  return taken(
    { ...race, status: "refunded", refundedAt: nowMs, refundReason: reason },
    { type: "refund-all", reason },
    { type: "broadcast" },
  );
}

/**
 * Whether a bet can be taken at this moment: the race is pending or in countdown, its commitment is
 * confirmed on chain and the close has not come (rule RACE-11).
 */
export function isBettingOpen(race: RaceState, atMs: number): boolean {
  if (race.bettingOpensAt === null || atMs < race.bettingOpensAt) return false;
  if (race.status === "pending") return true;
  return race.status === "countdown" && race.closesAt !== null && atMs < race.closesAt;
}

/** Whether amounts per horse are hidden: in the last seconds of betting (rule RACE-6). */
export const hidesAmounts = (race: RaceState, nowMs: number): boolean =>
  race.status === "countdown" && race.closesAt !== null && race.closesAt - nowMs <= HIDE_AMOUNTS_MS;
