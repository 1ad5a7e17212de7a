import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "../db/database.ts";

/**
 * Seconds from the finish of each race until the last of its payouts was final, by the server's clock (rule PAYOUTS-8);
 * a race that paid nothing out, or has not paid all yet, is left out.
 */
export async function readPayoutSeconds(
  q: Queryable,
  raceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ id: string; seconds: number }>(
    q,
    sql`select races.id, extract(epoch from max(payments.processed_at) - races.completed_at)::float8 as seconds
          from races join payments on payments.race_id = races.id and payments.kind = 'payout'
         where races.id = any(${sql.param([...raceIds])}::text[]) and races.completed_at is not null
         group by races.id having bool_and(payments.status = 'completed')`,
  );
  return new Map(rows.map(({ id, seconds }) => [id, Math.max(0, seconds)]));
}

/** Of the newest 20 races whose payouts are all final, newest first (rule PAYOUTS-8). */
export async function readNewestPayoutSeconds(q: Queryable): Promise<readonly number[]> {
  const newest = await rowsOf<{ id: string }>(
    q,
    sql`select id from races where status = 'completed' order by number desc limit 20`,
  );
  const seconds = await readPayoutSeconds(
    q,
    newest.map(({ id }) => id),
  );
  return newest.flatMap(({ id }) => seconds.get(id) ?? []);
}
