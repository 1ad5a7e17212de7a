import { sql } from "drizzle-orm";
import type { leaderboardPeriods } from "../../../contract/leaderboard/leaderboard.ts";
import { type Lamports, type SignedLamports, lamports, signedLamports } from "../../../domain/lamports.ts";
import { type UtcDay, daysBefore } from "../../../domain/utc-day.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";

/** A player of the period, as the board orders them. */
export interface Standing {
  readonly wallet: string;
  readonly username: string;
  readonly net: SignedLamports;
  readonly wagered: Lamports;
  readonly streak: number;
  readonly isStreamer: boolean;
  readonly isPartner: boolean;
  /** Shown on nobody's board but their own. */
  readonly isHidden: boolean;
  /** From 1, counting only players whom everybody sees. */
  readonly rank: number;
}

export type Period = (typeof leaderboardPeriods)[number];

const DAYS: Readonly<Record<Exclude<Period, "all">, number>> = { day: 1, week: 7 };

/**
 * Everybody with a settled race in the period, best first, from the stored sums by day and since the first race
 * (rules BOARD-2 and BOARD-3). Refunds may leave a sum without a race; it does not count.
 */
export async function readStandings(
  db: Db,
  { period, nowMs }: { readonly period: Period; readonly nowMs: number },
): Promise<readonly Standing[]> {
  const sums =
    period === "all"
      ? sql`select wallet, wagered, won from player_totals where races > 0`
      : sumsSince(daysBefore(nowMs, DAYS[period] - 1));
  const rows = await rowsOf<{
    wallet: string;
    username: string;
    net: bigint;
    wagered: bigint;
    streak: number;
    is_streamer: boolean;
    is_partner: boolean;
    is_hidden: boolean;
  }>(
    db,
    sql`select users.wallet, username, (won - wagered)::bigint as net, wagered::bigint as wagered,
               current_win_streak as streak, is_streamer, is_partner,
               hides_figures as is_hidden
          from (${sums}) as sums join users on users.wallet = sums.wallet
         order by net desc, wagered desc, users.wallet`,
  );
  let seen = 0;
  return rows.map(({ net, wagered, is_streamer: isStreamer, is_partner: isPartner, ...row }) => {
    const { wallet, username, streak, is_hidden: isHidden } = row;
    const rank = seen + 1;
    if (!isHidden) seen += 1;
    return {
      wallet,
      username,
      streak,
      isStreamer,
      isPartner,
      isHidden,
      rank,
      net: signedLamports(net),
      wagered: lamports(wagered),
    };
  });
}

const sumsSince = (day: UtcDay) =>
  sql`select wallet, sum(wagered) as wagered, sum(won) as won from player_days
       where day >= ${day}::date group by wallet having sum(races) > 0`;
