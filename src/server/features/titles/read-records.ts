import { sql } from "drizzle-orm";
import type { PlayerRecord } from "../../../domain/achievements.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";

/** What a player has done, and the titles that the player has. */
interface RecordOfPlayer {
  readonly wallet: string;
  readonly record: PlayerRecord;
  readonly unlocked: readonly string[];
}

/**
 * The records of those wallets that have a profile, from stored counters: no bet is read. Play money does not affect
 * them (rules TITLE-1 and BOARD-1).
 */
export async function readRecords(
  q: Queryable,
  wallets: readonly string[],
): Promise<readonly RecordOfPlayer[]> {
  const rows = await rowsOf<{
    wallet: string;
    races: bigint;
    wins: bigint;
    best_streak: bigint;
    wagered: bigint;
    jackpots: bigint;
    referrals: bigint;
    unlocked: readonly string[];
  }>(
    q,
    sql`select users.wallet,
               coalesce(races, 0)::bigint as races,
               coalesce(wins, 0)::bigint as wins,
               best_win_streak::bigint as best_streak,
               coalesce(wagered, 0)::bigint as wagered,
               coalesce(jackpots, 0)::bigint as jackpots,
               (select count(*) from users as referred where referred.referrer = users.wallet)::bigint as referrals,
               array(select title_id from player_titles where player_titles.wallet = users.wallet) as unlocked
          from users left join player_totals on player_totals.wallet = users.wallet
         where users.wallet = any(${sql.param(wallets)}::text[])`,
  );
  return rows.map(({ wallet, unlocked, best_streak: bestStreak, ...counts }) => ({
    wallet,
    unlocked,
    record: { ...counts, bestStreak },
  }));
}
