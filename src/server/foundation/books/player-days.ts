import { and, asc, eq, gte } from "drizzle-orm";
import type { Lamports } from "../../../domain/lamports.ts";
import type { UtcDay } from "../../../domain/utc-day.ts";
import type { Queryable } from "../db/database.ts";
import { playerDays } from "../db/schema/player-days.ts";

/** The totals of a player's settled real-money bets on one UTC day. */
export interface PlayerDay {
  readonly day: UtcDay;
  readonly wagered: Lamports;
  readonly won: Lamports;
  readonly races: number;
  readonly wins: number;
}

/**
 * The days on which a player's bets were settled, oldest first; days without one are left out. Reads one row per day,
 * no matter how many bets there were (rule BOARD-1).
 *
 * @param since the first day that counts; null for all.
 */
export function readPlayerDays(
  q: Queryable,
  { wallet, since = null }: { readonly wallet: string; readonly since?: UtcDay | null },
): Promise<PlayerDay[]> {
  const { day, wagered, won, races, wins } = playerDays;
  return q
    .select({ day, wagered, won, races, wins })
    .from(playerDays)
    .where(and(eq(playerDays.wallet, wallet), since === null ? undefined : gte(day, since)))
    .orderBy(asc(day));
}
