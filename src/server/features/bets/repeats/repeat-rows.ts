import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { ZERO } from "../../../../domain/lamports.ts";
import { loadRaceSettings, type RaceSettings } from "../../../../domain/race-settings.ts";
import { nextRepeatStep, type RepeatStep, type RepeatTally, tallyRepeat } from "../../../../domain/repeat.ts";
import type { Queryable, Tx } from "../../../foundation/db/database.ts";
import { betRepeats, bets } from "../../../foundation/db/schema/bets.ts";
import { raceHorses, races } from "../../../foundation/db/schema/races.ts";

export type RepeatRow = typeof betRepeats.$inferSelect;

/** Locks a repeat until this transaction ends; null when it has ended. */
export async function lockRunning(tx: Tx, repeatId: string): Promise<RepeatRow | null> {
  const [row] = await tx
    .select()
    .from(betRepeats)
    .where(and(eq(betRepeats.id, repeatId), isNull(betRepeats.endedAt)))
    .for("update");
  return row ?? null;
}

/** The wallet's most recently started repeat; the running one if there is one. */
export async function findNewestRepeat(q: Queryable, wallet: string): Promise<RepeatRow | null> {
  const [row] = await q
    .select()
    .from(betRepeats)
    .where(eq(betRepeats.wallet, wallet))
    // The running one first, even if two started in the same millisecond.
    .orderBy(sql`${betRepeats.endedAt} is not null`, desc(betRepeats.startedAt), desc(betRepeats.endedAt))
    .limit(1);
  return row ?? null;
}

/** The settings of a race, or of the newest one; null if there is none. */
export async function findTerms(
  q: Queryable,
  raceId: string | null,
): Promise<{ readonly raceId: string; readonly settings: RaceSettings } | null> {
  const [row] = await q
    .select({ raceId: races.id, settings: races.settings })
    .from(races)
    .where(raceId === null ? undefined : eq(races.id, raceId))
    .orderBy(desc(races.number))
    .limit(1);
  return row ? { raceId: row.raceId, settings: loadRaceSettings(row.settings) } : null;
}

/** The terms that the player of a repeat agreed to. */
export async function agreedTerms(q: Queryable, { id, termsRaceId }: RepeatRow): Promise<RaceSettings> {
  const terms = await findTerms(q, termsRaceId);
  if (terms === null) throw new Error(`the race whose terms ${id} follows is not in the database`);
  return terms.settings;
}

/** A repeat's bets, newest first: at most one in each of its races. */
export const betsOfRepeat = (q: Queryable, repeatId: string) =>
  q
    .select({
      id: bets.id,
      raceId: bets.raceId,
      horseNumber: bets.horseNumber,
      horseName: sql<string>`coalesce(${raceHorses.name}, '')`,
      stake: bets.stake,
      result: bets.result,
      payout: bets.payout,
      placedAt: bets.preparedAt,
    })
    .from(bets)
    .leftJoin(raceHorses, and(eq(raceHorses.raceId, bets.raceId), eq(raceHorses.number, bets.horseNumber)))
    .where(eq(bets.repeatId, repeatId))
    .orderBy(desc(bets.preparedAt));

type BetOfRepeat = Awaited<ReturnType<typeof betsOfRepeat>>[number];

export const tallyOf = (placed: readonly BetOfRepeat[]): RepeatTally =>
  tallyRepeat(placed.map(({ payout, ...bet }) => ({ ...bet, payout: payout ?? ZERO })));

/** The next step of a repeat, given its bets so far. */
export async function readNextStep(
  q: Queryable,
  repeat: RepeatRow,
): Promise<{ readonly step: RepeatStep; readonly tally: RepeatTally }> {
  const tally = tallyOf(await betsOfRepeat(q, repeat.id));
  return { step: nextRepeatStep(repeat, tally), tally };
}
