import type { RaceState } from "./race-phases.ts";

/** From the race's start to the moment its places are sent, as a fraction of its duration (rule RACE-8). */
export const REVEAL_AT = 0.58;
/** A race that has no beacon this long after the lock is refunded (rule FAIR-11). */
export const BEACON_TIMEOUT_MS = 30_000;
/** From the decision to start to the start itself, so that the event reaches everyone in time. */
export const LAUNCH_LEAD_MS = 1500;

/** When time alone next changes a race: no tick before then does. Null if it waits for something else. */
export function nextDueAt(race: RaceState): number | null {
  switch (race.phase) {
    case "countdown":
      return race.closesAt;
    case "locked":
      return race.lockedAt + BEACON_TIMEOUT_MS;
    case "running":
      return race.startsAt + race.settings.durationMs * (race.revealedAt === null ? REVEAL_AT : 1);
    case "anchoring":
    case "pending":
    case "completed":
    case "settled":
    case "refunded":
    case "refunded-late":
      return null;
  }
}
