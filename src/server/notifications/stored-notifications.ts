import { and, count, desc, eq, isNull, lt, or } from "drizzle-orm";
import type { Clock, Entropy } from "../ports.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { notifications } from "../db/schema/players.ts";

export type NotificationRow = typeof notifications.$inferSelect;

export interface Notice {
  readonly wallet: string;
  /** What happened, for the page to act on, e.g. `payout`, `bet_credited`, `streak_update`. */
  readonly type: string;
  readonly title: string;
  readonly body?: string | null;
}

/**
 * Leaves a notification for a wallet, in the transaction of what it tells of. Returns the row, so that the
 * caller can send `user-notification` once the transaction is committed (rule MONEY-3).
 */
export async function notify(
  tx: Tx,
  { clock, entropy }: { readonly clock: Clock; readonly entropy: Entropy },
  { wallet, type, title, body = null }: Notice,
): Promise<NotificationRow> {
  const id = `n${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const row = { id, wallet, type, title, body, createdAt: new Date(clock.now()) };
  await tx.insert(notifications).values(row);
  return { ...row, readAt: null, clearedAt: null };
}

/** A notification as it is listed and sent; the fields are the wire's. */
export const notificationView = ({ id, type, title, body, createdAt, readAt }: NotificationRow) => ({
  id,
  type,
  title,
  body,
  created_at: createdAt,
  read_at: readAt,
});

/** Place in the list, newest first. */
interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

/** The wallet's notifications that were not cleared, newest first, at most `limit`. */
export function notificationsOf(
  q: Queryable,
  { wallet, after, limit }: { wallet: string; after: Place | null; limit: number },
): Promise<NotificationRow[]> {
  const older =
    after === null
      ? undefined
      : or(
          lt(notifications.createdAt, after.createdAt),
          and(eq(notifications.createdAt, after.createdAt), lt(notifications.id, after.id)),
        );
  return q
    .select()
    .from(notifications)
    .where(and(eq(notifications.wallet, wallet), isNull(notifications.clearedAt), older))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

export async function unreadCount(q: Queryable, wallet: string): Promise<number> {
  const [row] = await q
    .select({ unread: count() })
    .from(notifications)
    .where(
      and(eq(notifications.wallet, wallet), isNull(notifications.readAt), isNull(notifications.clearedAt)),
    );
  return Number(row?.unread ?? 0);
}
