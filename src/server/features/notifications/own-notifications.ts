import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../foundation/db/database.ts";
import {
  notificationsOf,
  notificationView,
  unreadCount,
} from "../../foundation/notifications/stored-notifications.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import type { Clock } from "../../foundation/ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

const DEFAULT_LIMIT = 20;

/** One page of the wallet's notifications, newest first; an invalid cursor starts at the newest. */
export async function listNotifications(
  { db }: Pick<Ports, "db">,
  { wallet, limit = DEFAULT_LIMIT, cursor }: { wallet: string; limit?: number; cursor?: string },
) {
  const rows = await notificationsOf(db, { wallet, after: placeOf(cursor), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    notifications: page.map(notificationView),
    unread: await unreadCount(db, wallet),
    nextCursor: last === undefined ? null : `${last.createdAt.getTime()}_${last.id}`,
  };
}

function placeOf(cursor: string | undefined) {
  const match = /^(\d{1,13})_([0-9a-z-]+)$/.exec(cursor ?? "");
  return match === null ? null : { createdAt: new Date(Number(match[1])), id: match[2] ?? "" };
}

/** Marks the wallet's notifications with these ids as read, or all without ids; returns how many were unread. */
export async function markRead(
  { db, clock }: Ports,
  { wallet, ids }: { wallet: string; ids?: readonly string[] | undefined },
): Promise<number> {
  const which = ids && inArray(notifications.id, ids);
  const marked = await db
    .update(notifications)
    .set({ readAt: new Date(clock.now()) })
    .where(and(eq(notifications.wallet, wallet), isNull(notifications.readAt), which))
    .returning({ id: notifications.id });
  return marked.length;
}

/** Deletes everything in the list (rule GROWTH-2); returns how many there were. */
export async function clearAll({ db }: Pick<Ports, "db">, wallet: string): Promise<number> {
  const cleared = await db
    .delete(notifications)
    .where(eq(notifications.wallet, wallet))
    .returning({ id: notifications.id });
  return cleared.length;
}
