import { sql } from "drizzle-orm";
import { type Db, type Tx, rowsOf } from "../../db/database.ts";

/** Every live bet of the race is final on the chain; play money is final from the start (rule BET-9). */
const allBetsFinal = sql`not exists (
  select 1 from bets
   where bets.race_id = races.id and bets.status = 'confirmed' and bets.ledger = 'real'
     and bets.result is distinct from 'refunded' and bets.finalized_at is null
)`;

/** Races that are over and whose money can be moved now, oldest first. */
export async function findDueRaces(db: Db): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from races
         where status in ('completed', 'refunded') and settled_at is null and ${allBetsFinal}
         order by number`,
  );
  return rows.map(({ id }) => id);
}

/** The input of the `bets-final` event. The caller holds the race's lock. */
export async function readFinality(
  tx: Tx,
  raceId: string,
): Promise<{ readonly areFinal: boolean; readonly isWinnerBacked: boolean }> {
  const [row] = await rowsOf<{ are_final: boolean; is_winner_backed: boolean }>(
    tx,
    sql`select ${allBetsFinal} as are_final,
          exists (
            select 1 from bets
             where bets.race_id = races.id and bets.status = 'confirmed'
               and bets.horse_number = races.winning_number and bets.result is distinct from 'refunded'
          ) as is_winner_backed
        from races where id = ${raceId}`,
  );
  if (!row) throw new Error(`Race ${raceId} is not in the database`);
  return { areFinal: row.are_final, isWinnerBacked: row.is_winner_backed };
}
