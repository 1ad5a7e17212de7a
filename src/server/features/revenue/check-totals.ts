import { sql } from "drizzle-orm";
import type { UtcDay } from "../../../domain/utc-day.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Logger } from "../../foundation/log.ts";
import { notificationView, notifyAll } from "../../foundation/notifications/stored-notifications.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { findWrongDay } from "./sum-days.ts";

export interface CheckPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** Who is notified of a difference. */
  readonly adminWallets: () => Promise<readonly string[]>;
}

/**
 * Returns a check that recomputes the sums of the whole ledger and compares them with the stored totals (rule
 * REVENUE-1). A difference is logged each time; admins are notified once about the same day. It halts nothing: no money
 * depends on these figures.
 */
export function totalsChecker(ports: CheckPorts): () => Promise<void> {
  let reported: UtcDay | null = null;
  return async () => {
    const day = await findWrongDay(ports.db);
    if (day !== null) ports.log.error({ day }, "the revenue totals of a day are not the sums of the ledger");
    if (day !== null && day !== reported) await notifyAdmins(ports, day);
    reported = day;
    ports.log.info({ wrong: day }, "the revenue totals were summed");
    if (await isPlayerCountWrong(ports.db))
      ports.log.error("the kept number of players is not that of their profiles");
  };
}

async function notifyAdmins(ports: CheckPorts, day: UtcDay): Promise<void> {
  const wallets = await ports.adminWallets();
  const notices = wallets.map((wallet) => ({ wallet, kind: "revenue_differs" as const, params: { day } }));
  const rows = await inTransaction(ports.db, (tx) => notifyAll(tx, ports, notices));
  for (const row of rows) {
    ports.broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  }
}

/** Whether profiles were added or removed without being counted. */
export async function isPlayerCountWrong(db: Db): Promise<boolean> {
  const [row] = await rowsOf<{ wrong: boolean }>(
    db,
    sql`select players <> (select count(*) from users) as wrong from player_count`,
  );
  return row?.wrong ?? true;
}
