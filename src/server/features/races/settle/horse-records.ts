import { sql } from "drizzle-orm";
import type { Tx } from "../../../foundation/db/database.ts";
import { horses } from "../../../foundation/db/schema/races.ts";

/** A horse's results in all races that have been run and settled. */
export interface HorseRecord {
  readonly wins: number;
  readonly races: number;
  /** Percent of all bets that were on this horse. */
  readonly pickRate: number;
  /** Percent of its races that it won. */
  readonly winRate: number;
}

/** A horse's record, and the number of bets on all horses. */
export const recordColumns = {
  racesRun: horses.racesRun,
  racesWon: horses.racesWon,
  betsTaken: horses.betsTaken,
  allBets: sql<number>`(select sum(every.bets_taken) from horses as every)`.mapWith(Number),
} as const;

interface StoredRecord {
  readonly racesRun: number;
  readonly racesWon: number;
  readonly betsTaken: number;
  readonly allBets: number;
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

export const recordOf = ({ racesRun, racesWon, betsTaken, allBets }: StoredRecord): HorseRecord => ({
  wins: racesWon,
  races: racesRun,
  pickRate: percent(betsTaken, allBets),
  winRate: percent(racesWon, racesRun),
});

/** Advances the records of a race's horses, once: the caller settles the race in the same transaction. */
export async function countRace(tx: Tx, raceId: string): Promise<void> {
  await tx.execute(
    sql`update horses
           set races_run = races_run + run.races, races_won = races_won + run.wins,
               bets_taken = bets_taken + run.bets
          from (
            select runner.horse_id,
                   (races.winning_number is not null)::int as races,
                   coalesce(races.winning_number = runner.number, false)::int as wins,
                   (select count(*) from bets
                     where bets.race_id = runner.race_id and bets.horse_number = runner.number
                       and bets.result is not null) as bets
              from race_horses as runner join races on races.id = runner.race_id
             where runner.race_id = ${raceId}
          ) as run
         where horses.id = run.horse_id`,
  );
}
