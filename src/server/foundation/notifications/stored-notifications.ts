import { and, count, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import {
  decodeContent,
  encodeParams,
  type NotificationContent,
  notificationInEnglish,
} from "../../../contract/notifications/catalogue.ts";
import type { Notification } from "../../../contract/notifications/notifications.ts";
import type { Clock, Entropy } from "../ports.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { inChunks } from "../db/in-chunks.ts";
import { notifications } from "../db/schema/players.ts";

export type NotificationRow = typeof notifications.$inferSelect;

/** Something to notify a wallet of. */
export type Notice = NotificationContent & { readonly wallet: string };

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** A new notification, not stored yet. */
export const newNotification = (
  { clock, entropy }: Ports,
  { wallet, ...content }: Notice,
): NotificationRow => ({
  id: `n${Buffer.from(entropy.bytes(12)).toString("hex")}`,
  wallet,
  kind: content.kind,
  params: encodeParams(content),
  createdAt: new Date(clock.now()),
  readAt: null,
});

/** A row in the form that `jsonb_populate_record` reads, so that no SQL repeats its columns. */
export const storedNotification = ({ createdAt, id, wallet, kind, params }: NotificationRow) => ({
  id,
  wallet,
  kind,
  params,
  created_at: createdAt.toISOString(),
});

/**
 * Stores notifications, in the transaction of what they report and some hundreds per statement. Returns the rows, so
 * that the caller can send `user-notification` once the transaction is committed (rule MONEY-3).
 */
export async function notifyAll(
  tx: Tx,
  ports: Ports,
  notices: readonly Notice[],
): Promise<readonly NotificationRow[]> {
  const rows: NotificationRow[] = [];
  await inChunks(notices, async (chunk) => {
    const added = chunk.map((notice) => newNotification(ports, notice));
    rows.push(...added);
    await tx.execute(
      sql`insert into notifications
          select * from jsonb_populate_recordset(null::notifications, ${JSON.stringify(added.map(storedNotification))}::jsonb)`,
    );
  });
  return rows;
}

/** {@link notifyAll} for a single notice. */
export async function notify(tx: Tx, ports: Ports, notice: Notice): Promise<NotificationRow> {
  const [row] = await notifyAll(tx, ports, [notice]);
  if (row === undefined) throw new Error("a notification was not stored");
  return row;
}

/** A notification as listed and sent; the fields are those of the wire. */
export function notificationView({ id, kind, params, createdAt, readAt }: NotificationRow): Notification {
  const content = decodeContent(kind, params);
  return { id, ...notificationInEnglish(content), created_at: createdAt, read_at: readAt, ...content };
}

/** A position in the list, newest first. */
interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** The wallet's notifications, newest first, at most `limit`. */
export function notificationsOf(
  q: Queryable,
  { wallet, after, limit }: { wallet: string; after: Position | null; limit: number },
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
    .where(and(eq(notifications.wallet, wallet), older))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

export async function unreadCount(q: Queryable, wallet: string): Promise<number> {
  const [row] = await q
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.wallet, wallet), isNull(notifications.readAt)));
  return Number(row?.unread ?? 0);
}
