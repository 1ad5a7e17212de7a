import type { Settings } from "../../../domain/settings.ts";
import type { RaceRow } from "./race-rows.ts";

type Ended = Pick<RaceRow, "completedAt" | "refundedAt">;

/** When the race was completed or refunded; null while it is open. */
export const endOf = ({ completedAt, refundedAt }: Ended): Date | null => completedAt ?? refundedAt;

/**
 * When the pause after a race ends and the next race can be created, in epoch milliseconds; null while the race is
 * open. Derived only from stored data, so that every server gives the same time (rule RACE-14).
 */
export function pauseEnd(race: Ended, { nextRaceDelayMs }: Settings): number | null {
  const endedAt = endOf(race);
  return endedAt === null ? null : endedAt.getTime() + nextRaceDelayMs;
}
