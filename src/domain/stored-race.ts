import {
  type Beacon,
  type LockedRace,
  type RaceState,
  type LateRefundedRace,
  type RunningRace,
  type UnsettledRace,
  statusOf,
} from "./race-phases.ts";
import type { RaceStatus } from "./race-terms.ts";

/** A race as it is in its row: what has not happened is null. Times are epoch milliseconds. */
export interface StoredRace {
  readonly id: string;
  readonly settings: RaceState["settings"];
  readonly status: RaceStatus;
  readonly bettingOpensAt: number | null;
  readonly countdownStartedAt: number | null;
  readonly closesAt: number | null;
  readonly lockedAt: number | null;
  readonly beaconSlot: bigint | null;
  readonly beaconBlockSlot: bigint | null;
  readonly beaconBlockhash: string | null;
  readonly startsAt: number | null;
  readonly revealedAt: number | null;
  readonly completedAt: number | null;
  readonly settledAt: number | null;
  readonly refundedAt: number | null;
  readonly refundReason: string | null;
  /** It was settled before it was refunded (rule MONEY-9). */
  readonly isRefundedLate: boolean;
}

/** Every field that some phase has. */
type AnyField = Partial<
  Omit<LockedRace, "phase"> &
    Omit<RunningRace, "phase"> &
    Pick<LateRefundedRace, "completedAt" | "settledAt" | "refundedAt" | "refundReason">
>;

/** @example storedRace(newRace("race-1", settings)).status // "pending" */
export function storedRace(race: RaceState): StoredRace {
  if (race.phase === "refunded") {
    const { refundedAt, refundReason, settledAt } = race;
    return { ...storedRace(race.from), status: "refunded", refundedAt, refundReason, settledAt };
  }
  const { beacon = null, ...has }: AnyField = race;
  return {
    id: race.id,
    settings: race.settings,
    status: statusOf(race),
    bettingOpensAt: has.bettingOpensAt ?? null,
    countdownStartedAt: has.countdownStartedAt ?? null,
    closesAt: has.closesAt ?? null,
    lockedAt: has.lockedAt ?? null,
    beaconSlot: beacon?.announcedSlot ?? has.beaconSlot ?? null,
    beaconBlockSlot: beacon?.slot ?? null,
    beaconBlockhash: beacon?.blockhash ?? null,
    startsAt: has.startsAt ?? null,
    revealedAt: has.revealedAt ?? null,
    completedAt: has.completedAt ?? null,
    settledAt: has.settledAt ?? null,
    refundedAt: has.refundedAt ?? null,
    refundReason: has.refundReason ?? null,
    isRefundedLate: race.phase === "refunded-late",
  };
}

/** The latest of the moments at which a race has changed, epoch milliseconds; moments set in advance do not count. */
export function latestMoment(race: RaceState): number {
  const { bettingOpensAt, countdownStartedAt, lockedAt, revealedAt, completedAt, settledAt, refundedAt } =
    storedRace(race);
  const moments = [
    bettingOpensAt,
    countdownStartedAt,
    lockedAt,
    revealedAt,
    completedAt,
    settledAt,
    refundedAt,
  ];
  return Math.max(...moments.map((at) => at ?? 0));
}

/** The phase that a stored race is in. Throws for a row that no race can reach. */
export function loadRace(stored: StoredRace): RaceState {
  const race = phaseOf(stored);
  if (race === null || statusOf(race) !== stored.status) {
    throw new Error(`Race ${stored.id} is stored as ${stored.status}, which its times contradict`);
  }
  return race;
}

function phaseOf(stored: StoredRace): RaceState | null {
  const { status, settledAt, refundedAt, refundReason, isRefundedLate } = stored;
  const reached = unsettledPhaseOf(stored);
  if (reached === null) return null;
  if (isRefundedLate) {
    if (reached.phase !== "completed" || settledAt === null) return null;
    if (refundedAt === null || refundReason === null) return null;
    return { ...reached, phase: "refunded-late", settledAt, refundedAt, refundReason };
  }
  if (status === "refunded") {
    if (refundedAt === null || refundReason === null) return null;
    const { id, settings } = stored;
    return { phase: "refunded", id, settings, from: reached, refundedAt, refundReason, settledAt };
  }
  if (settledAt === null) return reached;
  return reached.phase === "completed" ? { ...reached, phase: "settled", settledAt } : null;
}

/** How far a race got, by what has happened. */
function unsettledPhaseOf(stored: StoredRace): UnsettledRace | null {
  const { id, settings, bettingOpensAt, countdownStartedAt, closesAt, lockedAt } = stored;
  const { beaconSlot, startsAt, revealedAt, completedAt } = stored;
  if (bettingOpensAt === null) return { phase: "anchoring", id, settings };
  const opened = { id, settings, bettingOpensAt };
  if (countdownStartedAt === null || closesAt === null) return { phase: "pending", ...opened };
  const counted = { ...opened, countdownStartedAt, closesAt };
  if (lockedAt === null) return { phase: "countdown", ...counted };
  const closed = { ...counted, lockedAt };
  if (startsAt === null) return { phase: "locked", ...closed, beaconSlot };
  const started = { ...closed, startsAt, beacon: beaconOf(stored) };
  if (completedAt === null) return { phase: "running", ...started, revealedAt };
  return revealedAt === null ? null : { phase: "completed", ...started, revealedAt, completedAt };
}

const beaconOf = ({ beaconSlot, beaconBlockSlot, beaconBlockhash }: StoredRace): Beacon | null =>
  beaconSlot === null || beaconBlockSlot === null || beaconBlockhash === null
    ? null
    : { announcedSlot: beaconSlot, slot: beaconBlockSlot, blockhash: beaconBlockhash };
