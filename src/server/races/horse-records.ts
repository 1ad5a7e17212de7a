import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "../db/database.ts";

/** What a horse has done in all races that have been run. */
export interface HorseRecord {
  readonly wins: number;
  readonly races: number;
  /** Percent of all bets that were on it. */
  readonly pickRate: number;
  /** Percent of its races that it won. */
  readonly winRate: number;
}

export const unraced: HorseRecord = { wins: 0, races: 0, pickRate: 0, winRate: 0 };

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10);

/** Records by the horse's id, of races whose winner is public and bets that are settled: an open race shows nowhere. */
export async function readHorseRecords(q: Queryable): Promise<ReadonlyMap<number, HorseRecord>> {
  const runs = await rowsOf<{ horse_id: number; races: bigint; wins: bigint }>(
    q,
    sql`select race_horses.horse_id, count(*) as races,
               count(*) filter (where races.winning_number = race_horses.number) as wins
          from race_horses join races on races.id = race_horses.race_id
         where races.winning_number is not null
         group by race_horses.horse_id`,
  );
  const picks = await rowsOf<{ horse_id: number; bets: bigint }>(
    q,
    sql`select horse_id, count(*) as bets from bets where result is not null group by horse_id`,
  );
  const betsOn = new Map(picks.map(({ horse_id, bets }) => [horse_id, Number(bets)]));
  const allBets = picks.reduce((sum, { bets }) => sum + Number(bets), 0);
  const ran = new Map(
    runs.map((run) => [run.horse_id, { races: Number(run.races), wins: Number(run.wins) }]),
  );
  const ids = new Set([...betsOn.keys(), ...ran.keys()]);
  return new Map(
    Array.from(ids, (id) => {
      const { races, wins } = ran.get(id) ?? { races: 0, wins: 0 };
      return [
        id,
        { wins, races, pickRate: percent(betsOn.get(id) ?? 0, allBets), winRate: percent(wins, races) },
      ];
    }),
  );
}
