import { sql } from "drizzle-orm";
import { postingReference } from "../../../domain/posting-reference.ts";
import { rowsOf, type Tx } from "../../db/database.ts";
import { inChunks } from "../../db/in-chunks.ts";
import type { SettledBet } from "./settled-race.ts";

interface Restored extends Record<string, unknown> {
  readonly wallet: string;
  readonly streak: number;
}

/**
 * Resets the streaks of a race's players to where they were, for those who have had no race since that counted (rule
 * MONEY-9). The caller holds the players' locks. Which race came later follows from the order of the settlements in the
 * books, which does not depend on any clock. The longest streak stays, as do the titles that it earned (rule TITLE-2).
 */
export async function restoreStreaks(
  tx: Tx,
  raceId: string,
  settled: readonly SettledBet[],
): Promise<readonly Restored[]> {
  const restored: Restored[] = [];
  const counted = settled.filter(({ streakBefore }) => streakBefore !== null);
  const settlement = postingReference.settlement("");
  await inChunks(counted, async (chunk) => {
    const rows = await rowsOf<Restored>(
      tx,
      sql`update users set current_win_streak = was.streak
            from unnest(
              ${sql.param(chunk.map(({ wallet }) => wallet))}::text[],
              ${sql.param(chunk.map(({ streakBefore }) => streakBefore))}::integer[]
            ) as was (wallet, streak)
           where users.wallet = was.wallet and users.current_win_streak <> was.streak
             and not exists (
               select 1
                 from bets join races on races.id = bets.race_id
                   join ledger_postings as later on later.reference = ${settlement}::text || bets.race_id
                where bets.wallet = was.wallet and bets.streak_before is not null and not races.is_reversed
                  -- Only one race takes bets at a time: a day ago is far before any race that was settled later.
                  and bets.prepared_at > (select created_at from races where id = ${raceId}) - interval '1 day'
                  and later.id > (select id from ledger_postings where reference = ${settlement}::text || ${raceId}::text)
             )
          returning users.wallet, users.current_win_streak as streak`,
    );
    restored.push(...rows);
  });
  return restored;
}
