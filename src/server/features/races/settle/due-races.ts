import { sql } from "drizzle-orm";
import { type Db, type Tx, rowsOf } from "../../../foundation/db/database.ts";

/** Races that are over and whose money was not moved yet, oldest first. */
export async function findDueRaces(db: Db): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from races
         where status in ('completed', 'refunded') and settled_at is null
         order by number`,
  );
  return rows.map(({ id }) => id);
}

/** Whether a live bet of the race is on its winner. The caller holds the race's lock. */
export async function isWinnerBacked(tx: Tx, raceId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select from bets join races on races.id = bets.race_id
         where races.id = ${raceId} and bets.status = 'confirmed'
           and bets.horse_number = races.winning_number and bets.result is distinct from 'refunded' limit 1`,
  );
  return rows.length > 0;
}
