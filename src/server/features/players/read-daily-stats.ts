import { eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { StatsPeriod } from "../../../contract/players/player-stats.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { daysBefore } from "../../../domain/utc-day.ts";
import { readPlayerDays } from "../../foundation/books/player-days.ts";
import type { Db } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import type { Clock } from "../../foundation/ports.ts";

type Stats = Reply<Api["getUserStats"]>;

/** Number of days before today that still count. */
const REACH: Readonly<Record<Exclude<StatsPeriod, "all">, number>> = { week: 6, month: 29 };

interface StatsQuery {
  readonly wallet: string;
  readonly period: StatsPeriod;
  /** The player themselves or an admin: privacy hides nothing from them. */
  readonly seesAll: boolean;
}

/**
 * What a player wagered and won per UTC day, from sums that are updated with every settlement
 * (rule BOARD-1). Days are null where a streamer hides them (rule PRIVACY-4).
 */
export async function readDailyStats(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { wallet, period, seesAll }: StatsQuery,
): Promise<Result<Stats, "PROFILE_NOT_FOUND">> {
  const [user] = await db
    .select({ hidesFigures: users.hidesFigures })
    .from(users)
    .where(eq(users.wallet, wallet));
  if (user === undefined) return refuse("PROFILE_NOT_FOUND");
  if (user.hidesFigures && !seesAll) return ok({ period, days: null });
  const since = period === "all" ? null : daysBefore(clock.now(), REACH[period]);
  const days = await readPlayerDays(db, { wallet, since });
  return ok({
    period,
    days: days
      // A bet that was refunded later may leave an empty day.
      .filter(({ races }) => races > 0)
      .map(({ day, wagered, won }) => ({ day, wagered, won, net: signedLamports(won - wagered) })),
  });
}
