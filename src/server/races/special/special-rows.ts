import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { specialRace } from "../../../contract/races/special-races.ts";
import type { Queryable, Tx } from "../../db/database.ts";
import { races, specialRaces } from "../../db/schema/races.ts";

export type SpecialRaceRow = typeof specialRaces.$inferSelect;

/** Serialises changes of the queue: transactions that request, cancel, order or open a race wait for each other. */
export async function lockQueue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong special races', 0))`);
}

/** The waiting races, in order (rule RACE-4). */
export const readQueue = (q: Queryable): Promise<SpecialRaceRow[]> =>
  q
    .select()
    .from(specialRaces)
    .where(and(isNull(specialRaces.raceId), isNull(specialRaces.cancelledAt)))
    .orderBy(asc(specialRaces.position), asc(specialRaces.id));

/** As admins see it. */
export const asSpecialRace = (row: SpecialRaceRow): z.output<typeof specialRace> => ({
  id: row.id,
  raceType: row.raceType,
  houseEdge: row.houseEdgeBps / 100,
  jackpotAmount: row.jackpot,
  minBets: row.minBets,
  countdownSeconds: row.countdownMs / 1000,
  requestedBy: row.requestedBy,
  requestedAt: row.requestedAt,
  raceId: row.raceId,
});

/** Maximum number of past special races that are listed. */
const MAX_PAST = 50;

/** Special races that became a race or were cancelled, the most recently requested first (rule RACES-3). */
export async function readPast(q: Queryable) {
  const rows = await q
    .select({ special: specialRaces, status: races.status })
    .from(specialRaces)
    .leftJoin(races, eq(races.id, specialRaces.raceId))
    .where(or(isNotNull(specialRaces.raceId), isNotNull(specialRaces.cancelledAt)))
    .orderBy(desc(specialRaces.requestedAt), desc(specialRaces.id))
    .limit(MAX_PAST);
  return rows.map(({ special, status }) => ({
    ...asSpecialRace(special),
    status,
    cancelledAt: special.cancelledAt,
    cancelledBy: special.cancelledBy,
  }));
}
