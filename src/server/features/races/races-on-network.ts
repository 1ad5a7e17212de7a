import { and, eq } from "drizzle-orm";
import { raceLabel } from "../../../domain/race-label.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import type { NetworkPart } from "../../foundation/network-part.ts";
import { applyEvents, type StepPorts } from "./engine/apply-events.ts";
import { findNewestRace, isLiveBet, lockRace } from "./race-rows.ts";

/**
 * No race may be under way; one without bets ends with the change, and its seed is revealed (rules LIMITS-14, FAIR-9).
 */
export const racesOnNetwork = (ports: StepPorts): NetworkPart => ({
  async findObstacles(tx) {
    const newest = await findNewestRace(tx);
    if (newest === null || newest.settledAt !== null) return [];
    const race = await lockRace(tx, newest.id);
    const [bet] = await tx
      .select({ id: bets.id })
      .from(bets)
      .where(and(eq(bets.raceId, race.id), isLiveBet))
      .limit(1);
    if (race.settledAt !== null || (race.status === "pending" && bet === undefined)) return [];
    return [`${raceLabel(race.id)} is not settled`];
  },

  async leave(tx) {
    const newest = await findNewestRace(tx);
    if (newest === null || newest.settledAt !== null) return;
    await applyEvents(tx, ports, await lockRace(tx, newest.id), [
      { type: "refund", reason: "The network was changed" },
      { type: "settle", isWinnerBacked: false },
    ]);
  },
});
