import { type SQL, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { SeriesKey } from "../../../contract/revenue/revenue.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { daysBefore } from "../../../domain/utc-day.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import type { Clock } from "../../foundation/ports.ts";
import { type DayRange, checkRange } from "./day-range.ts";

type Series = Reply<Api["getRevenueSeries"]>;

const keys: Readonly<Record<SeriesKey, SQL>> = {
  day: sql`day::text`,
  hour: sql`lpad(hour::text, 2, '0')`,
  type: sql`race_type`,
};

/** Number of days that are returned if the caller names no first day. */
const USUAL_DAYS = 30;

/**
 * Figures of settled races, for charts: from hourly sums that are updated with every settlement. Zero
 * entries are left out.
 */
export async function readSeries(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { by, from = daysBefore(clock.now(), USUAL_DAYS - 1), to }: DayRange & { readonly by: SeriesKey },
): Promise<Result<Series, "INVALID_INPUT">> {
  const checked = checkRange({ from, to });
  if (!checked.ok) return checked;
  const rows = await rowsOf<{ key: string; wagered: bigint; won: bigint; bets: number; races: number }>(
    db,
    sql`select ${keys[by]} as key, sum(wagered)::bigint as wagered, sum(won)::bigint as won,
               sum(bets)::int as bets, sum(races)::int as races
          from race_hours
         where day >= ${from}::date and day <= ${to ?? "infinity"}::date
         group by 1 order by 1`,
  );
  return ok({
    by,
    series: rows.map(({ wagered, won, ...row }) => ({
      ...row,
      wagered: signedLamports(wagered),
      won: signedLamports(won),
      profit: signedLamports(wagered - won),
    })),
  });
}
