import { sql } from "drizzle-orm";
import { lamports } from "../../../../domain/lamports.ts";
import { type Queryable, rowsOf, type Tx } from "../../../foundation/db/database.ts";
import { type NotificationRow, notifyAll } from "../../../foundation/notifications/stored-notifications.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

/**
 * Notifies the admins that an ordinary race that was just created has no jackpot: each of them once, until a race has
 * one again or the jackpot is set again (rule MONEY-32). Returns the rows, to be sent after the commit.
 */
export async function notifyMissingJackpot(
  tx: Tx,
  ports: Ports,
  raceId: string,
): Promise<readonly NotificationRow[]> {
  const { jackpotPool, maintenance } = await readSettings(tx);
  if (maintenance || jackpotPool === 0n || !(await lacksJackpot(tx, raceId))) return [];
  const admins = await ports.listAdmins(tx);
  const notified = await alreadyTold(tx, admins);
  const params = { raceId, amount: lamports(jackpotPool) };
  return notifyAll(
    tx,
    ports,
    admins
      .filter((wallet) => !notified.has(wallet))
      .map((wallet) => ({ wallet, kind: "jackpot_missing" as const, params })),
  );
}

async function lacksJackpot(tx: Tx, raceId: string): Promise<boolean> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select id from races
         where id = ${raceId} and not is_special and ledger = 'real' and jackpot = 0`,
  );
  return rows.length > 0;
}

/** Admins notified since a race last had its jackpot and since the jackpot was last set. */
async function alreadyTold(tx: Tx, admins: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ wallet: string }>(
    tx,
    sql`select distinct wallet from notifications
         where wallet = any(${sql.param(admins)}::text[]) and kind = 'jackpot_missing'
           and created_at >= greatest(
             (select created_at from races where not is_special and ledger = 'real' and jackpot > 0
               order by number desc limit 1),
             (select updated_at from settings where key = 'jackpot_pool_amount'))`,
  );
  return new Set(rows.map(({ wallet }) => wallet));
}
