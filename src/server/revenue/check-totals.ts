import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { UtcDay } from "../../domain/utc-day.ts";
import { type Db, rowsOf } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Logger } from "../log.ts";
import { notificationView, notifyAll } from "../notifications/stored-notifications.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";

export interface CheckPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** Who is told of a difference. */
  readonly adminWallets: () => Promise<readonly string[]>;
}

/**
 * One round sums the whole ledger anew and compares it with the kept totals (rule REVENUE-1). A difference is logged each
 * time; admins are told once of the same day. It halts nothing: no money hangs on these figures.
 */
export function totalsChecker(ports: CheckPorts): () => Promise<void> {
  let told: UtcDay | null = null;
  return async () => {
    const day = await findWrongDay(ports.db);
    if (day !== null) ports.log.error({ day }, "the revenue totals of a day are not the sums of the ledger");
    if (day !== null && day !== told) await tellAdmins(ports, day);
    told = day;
    ports.log.info({ wrong: day }, "the revenue totals were summed");
    if (await isPlayerCountWrong(ports.db))
      ports.log.error("the kept number of players is not that of their profiles");
  };
}

async function tellAdmins(ports: CheckPorts, day: UtcDay): Promise<void> {
  const wallets = await ports.adminWallets();
  const notices = wallets.map((wallet) => ({ wallet, kind: "revenue_differs" as const, params: { day } }));
  const rows = await inTransaction(ports.db, (tx) => notifyAll(tx, ports, notices));
  for (const row of rows) {
    ports.broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  }
}

/**
 * The first day whose totals are not the sums of its postings; null for none. A day is compared in one statement, so also
 * today's totals with the very postings that they stand for, and everything else has its turn between two days.
 */
export async function findWrongDay(db: Db): Promise<UtcDay | null> {
  for (const day of await daysWithFigures(db)) {
    await setImmediate();
    if (await isWrong(db, day)) return day;
  }
  return null;
}

async function daysWithFigures(db: Db): Promise<readonly UtcDay[]> {
  const rows = await rowsOf<{ day: string }>(
    db,
    sql`select generate_series(min(day), max(day), interval '1 day')::date::text as day
          from (
            select (min(created_at) at time zone 'UTC')::date as day from ledger_postings
            union all select (max(created_at) at time zone 'UTC')::date from ledger_postings
            union all select day from house_days
            union all select day from race_hours
          ) as days`,
  );
  return rows.map(({ day }) => day);
}

async function isWrong(db: Db, day: UtcDay): Promise<boolean> {
  const [row] = await rowsOf<{ wrong: boolean }>(
    db,
    sql`with posted as materialized (select postings_of_day(${day}::date) as ids)
        select exists (
          select from (select sums.* from posted, house_sums(ids) as sums) as summed
            full join (select * from house_days where day = ${day}::date) as kept using (day, kind, account)
           where coalesce(summed.lamports, 0) <> coalesce(kept.lamports, 0)
        ) or exists (
          select from (select sums.* from posted, race_sums(ids) as sums) as summed
            full join (select * from race_hours where day = ${day}::date) as kept using (day, hour, race_type)
           where (coalesce(summed.wagered, 0), coalesce(summed.won, 0), coalesce(summed.races, 0))
              <> (coalesce(kept.wagered, 0), coalesce(kept.won, 0), coalesce(kept.races, 0))
        ) as wrong`,
  );
  return row?.wrong ?? false;
}

/** Whether profiles were made or taken away without being counted. */
export async function isPlayerCountWrong(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ wrong: boolean }>(
    db,
    sql`select players <> (select count(*) from users) as wrong from player_count`,
  );
  return row?.wrong ?? true;
}
