import type { Settings } from "../../domain/settings.ts";
import type { RaceRow } from "./race-rows.ts";

/**
 * When the pause after a race is over and the next one can be created, in epoch milliseconds; null while the race is open. It
 * follows from what is stored alone, so that all servers tell the same (rule RACE-14).
 */
export function pauseEnd(
  { completedAt, refundedAt }: Pick<RaceRow, "completedAt" | "refundedAt">,
  { nextRaceDelayMs }: Settings,
): number | null {
  const endedAt = completedAt ?? refundedAt;
  return endedAt === null ? null : endedAt.getTime() + nextRaceDelayMs;
}
