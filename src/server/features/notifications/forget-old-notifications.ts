import { inArray, lt } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { Db } from "../../foundation/db/database.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import type { Clock } from "../../foundation/ports.ts";

/** How long notifications are kept, read or not (rule GROWTH-2). */
const KEPT_MS = 90 * DAY_MS;
/** Rows per statement, so that each stays short. */
const ROWS = 500;

/** Housekeeping: deletes notifications older than 90 days. */
export async function forgetOldNotifications({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<void> {
  const before = new Date(clock.now() - KEPT_MS);
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.createdAt, before))
    .limit(ROWS);
  for (let deleted = ROWS; deleted === ROWS;)
    deleted = (
      await db.delete(notifications).where(inArray(notifications.id, old)).returning({ id: notifications.id })
    ).length;
}
