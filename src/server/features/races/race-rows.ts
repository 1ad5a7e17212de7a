import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { type RaceSettings, loadRaceSettings } from "../../../domain/race-settings.ts";
import type { BettingWindow } from "../../../domain/betting-window.ts";
import type { RaceState } from "../../../domain/race-phases.ts";
import { type StoredRace, loadRace, storedRace } from "../../../domain/stored-race.ts";
import type { Queryable, Tx } from "../../foundation/db/database.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { raceHorses, races } from "../../foundation/db/schema/races.ts";

export type RaceRow = typeof races.$inferSelect;
type RaceHorseRow = typeof raceHorses.$inferSelect;

// Written into the SQL: as a parameter, the value would keep the planner from using the index of the one open race.
const isOpen = sql`${races.status} in ('pending', 'countdown', 'active')`;

export async function findRace(q: Queryable, raceId: string): Promise<RaceRow | null> {
  const [row] = await q.select().from(races).where(eq(races.id, raceId));
  return row ?? null;
}

/** The one race that is not over (rule RACE-4). */
export async function findOpenRace(q: Queryable): Promise<RaceRow | null> {
  const [row] = await q.select().from(races).where(isOpen);
  return row ?? null;
}

/** The race created last, open or over. */
export async function findNewestRace(q: Queryable): Promise<RaceRow | null> {
  const [row] = await q.select().from(races).orderBy(desc(races.number)).limit(1);
  return row ?? null;
}

/** Locks and returns the race: until this transaction ends, nobody else can change it and no bet can enter. */
export async function lockRace(tx: Tx, raceId: string): Promise<RaceRow> {
  const [row] = await tx.select().from(races).where(eq(races.id, raceId)).for("update");
  if (!row) throw new Error(`Race ${raceId} is not in the database`);
  return row;
}

export function horsesOf(q: Queryable, raceId: string): Promise<RaceHorseRow[]> {
  return q.select().from(raceHorses).where(eq(raceHorses.raceId, raceId)).orderBy(asc(raceHorses.number));
}

/** A bet that counts in the race: confirmed and not refunded. */
export const isLiveBet = and(
  eq(bets.status, "confirmed"),
  or(isNull(bets.result), sql`${bets.result} <> 'refunded'`),
);

/** What counts as a bet of this race: the live bets, or, for a settled race, the bets that it was settled with. */
export const confirmedBetOf = (race: Pick<RaceRow, "id" | "settledAt">) =>
  race.settledAt !== null
    ? and(eq(bets.raceId, race.id), eq(bets.status, "confirmed"), eq(bets.settledAt, race.settledAt))
    : and(eq(bets.raceId, race.id), isLiveBet);

/** The settings that were frozen into the race at its creation (rule RACE-3). */
export const settingsOf = (row: Pick<RaceRow, "settings">): RaceSettings => loadRaceSettings(row.settings);

/** Columns of the state machine that hold a moment. */
const moments = [
  "bettingOpensAt",
  "countdownStartedAt",
  "closesAt",
  "lockedAt",
  "startsAt",
  "revealedAt",
  "completedAt",
  "settledAt",
  "refundedAt",
] as const satisfies readonly (keyof StoredRace & keyof RaceRow)[];
type Moment = (typeof moments)[number];

const entriesOf = <Value>(read: (name: Moment) => Value) =>
  Object.fromEntries(moments.map((name) => [name, read(name)])) as Record<Moment, Value>;

/** The part of the row that the state machine owns. */
export function raceStateOf(row: RaceRow): RaceState {
  const { id, status, beaconSlot, beaconBlockSlot, beaconBlockhash, refundReason, isRefundedLate } = row;
  const times = entriesOf((name) => row[name]?.getTime() ?? null);
  const settings = settingsOf(row);
  return loadRace({
    id,
    status,
    settings,
    beaconSlot,
    beaconBlockSlot,
    beaconBlockhash,
    refundReason,
    isRefundedLate,
    ...times,
  });
}

/** Determines whether the race takes bets and whether it shows the amounts on each horse. */
export const bettingWindowOf = (
  row: Pick<RaceRow, "status" | "bettingOpensAt" | "closesAt">,
): BettingWindow => ({
  status: row.status,
  bettingOpensAt: row.bettingOpensAt?.getTime() ?? null,
  closesAt: row.closesAt?.getTime() ?? null,
});

/** What becomes known in the course of a race, in addition to the machine's state. */
export type RaceFindings = Partial<
  Pick<
    RaceRow,
    | "motionSeed"
    | "places"
    | "serverSeed"
    | "winningNumber"
    | "resultPaymentId"
    | "pool"
    | "fee"
    | "remainder"
  >
>;

/** Stores a race that the state machine has changed; answers its row. Called only by `applyEvents`. */
export async function storeRace(tx: Tx, race: RaceState, findings: RaceFindings): Promise<RaceRow> {
  const { id, settings: _, ...stored } = storedRace(race);
  const times = entriesOf((name) => {
    const ms = stored[name];
    return ms === null ? null : new Date(ms);
  });
  const [row] = await tx
    .update(races)
    .set({ ...stored, ...times, ...findings })
    .where(eq(races.id, id))
    .returning();
  if (!row) throw new Error(`Race ${id} is not in the database`);
  return row;
}
