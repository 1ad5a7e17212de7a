import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { type RaceSettings, type StoredRaceSettings, loadRaceSettings } from "../../domain/race-settings.ts";
import type { RaceState } from "../../domain/race.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { bets } from "../db/schema/bets.ts";
import { raceHorses, races } from "../db/schema/races.ts";

export type RaceRow = typeof races.$inferSelect;
type RaceHorseRow = typeof raceHorses.$inferSelect;

// In words: given as values they would keep the plan from the index of the one open race.
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

/** The race, which nobody else can change and no bet can enter until this transaction ends. */
export async function lockRace(tx: Tx, raceId: string): Promise<RaceRow> {
  const [row] = await tx.select().from(races).where(eq(races.id, raceId)).for("update");
  if (!row) throw new Error(`Race ${raceId} is not in the database`);
  return row;
}

export function horsesOf(q: Queryable, raceId: string): Promise<RaceHorseRow[]> {
  return q.select().from(raceHorses).where(eq(raceHorses.raceId, raceId)).orderBy(asc(raceHorses.number));
}

/** A bet that plays: confirmed and not refunded. */
export const isLiveBet = and(
  eq(bets.status, "confirmed"),
  or(isNull(bets.result), sql`${bets.result} <> 'refunded'`),
);

/** What counts as a bet of this race: those that play, and those that a refund of the whole race returned. */
export const confirmedBetOf = (race: Pick<RaceRow, "id" | "status" | "settledAt">) =>
  race.status === "refunded" && race.settledAt !== null
    ? and(eq(bets.raceId, race.id), eq(bets.status, "confirmed"), eq(bets.settledAt, race.settledAt))
    : and(eq(bets.raceId, race.id), isLiveBet);

/** Live bets of a race in the order of their confirmation. */
export function liveBetsOf(q: Queryable, raceId: string) {
  return q
    .select()
    .from(bets)
    .where(and(eq(bets.raceId, raceId), isLiveBet))
    .orderBy(asc(bets.confirmedAt), asc(bets.id));
}

/** The settings that were frozen into the race at its creation (rule RACE-3). */
export const settingsOf = (row: Pick<RaceRow, "settings">): RaceSettings =>
  loadRaceSettings(row.settings as StoredRaceSettings);

const at = (time: Date | null) => time?.getTime() ?? null;
const time = (ms: number | null) => (ms === null ? null : new Date(ms));

/** The part of the row that the state machine owns. */
export const raceStateOf = (row: RaceRow): RaceState => ({
  id: row.id,
  status: row.status,
  settings: settingsOf(row),
  bettingOpensAt: at(row.bettingOpensAt),
  countdownStartedAt: at(row.countdownStartedAt),
  closesAt: at(row.closesAt),
  lockedAt: at(row.lockedAt),
  beaconSlot: row.beaconSlot,
  beacon:
    row.beaconBlockSlot === null || row.beaconBlockhash === null
      ? null
      : { slot: row.beaconBlockSlot, blockhash: row.beaconBlockhash },
  startsAt: at(row.startsAt),
  revealedAt: at(row.revealedAt),
  completedAt: at(row.completedAt),
  settledAt: at(row.settledAt),
  refundedAt: at(row.refundedAt),
  refundReason: row.refundReason,
});

/** What becomes known in the course of a race, beside the machine's state. */
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
    | "settledAt"
  >
>;

export async function storeRace(tx: Tx, state: RaceState, findings: RaceFindings = {}): Promise<void> {
  const written = {
    status: state.status,
    bettingOpensAt: time(state.bettingOpensAt),
    countdownStartedAt: time(state.countdownStartedAt),
    closesAt: time(state.closesAt),
    lockedAt: time(state.lockedAt),
    beaconSlot: state.beaconSlot,
    beaconBlockSlot: state.beacon?.slot ?? null,
    beaconBlockhash: state.beacon?.blockhash ?? null,
    startsAt: time(state.startsAt),
    revealedAt: time(state.revealedAt),
    completedAt: time(state.completedAt),
    settledAt: time(state.settledAt),
    refundedAt: time(state.refundedAt),
    refundReason: state.refundReason,
  };
  await tx
    .update(races)
    .set({ ...written, ...findings })
    .where(eq(races.id, state.id));
}
