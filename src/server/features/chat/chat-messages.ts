import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { chatMessage } from "../../../contract/chat/chat.ts";
import type { Queryable, Tx } from "../../foundation/db/database.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";

type ChatMessage = z.output<typeof chatMessage>;
export type MessageRow = typeof chatMessages.$inferSelect;

/** A message as sent to the members of its room. */
export const messageView = (row: MessageRow): ChatMessage => ({
  id: messageIdOf(row.id),
  walletAddress: row.wallet,
  username: row.username,
  content: row.content,
  room: row.room,
  timestamp: row.sentAt,
  isAdmin: row.isAdmin,
  isModerator: row.isModerator,
  hasStar: row.hasStar,
  active_title: row.activeTitle,
  is_streamer: row.isStreamer,
  is_partner: row.isPartner,
});

export const messageIdOf = (id: number) => `m${id}`;

/** The row's id; null for text that is not a message id. */
export function rowIdOf(messageId: string): number | null {
  const [, digits] = /^m(\d{1,15})$/.exec(messageId) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The last messages of a room, oldest first, without deleted ones (rule CHAT-2). */
export async function lastMessages(q: Queryable, room: string, count: number): Promise<MessageRow[]> {
  const rows = await q
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.room, room), isNull(chatMessages.deletedAt)))
    .orderBy(desc(chatMessages.id))
    .limit(count);
  return rows.toReversed();
}

/** Serialises everything that concerns the wallet in chat, until the transaction ends. */
export async function lockInChat(tx: Tx, wallet: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`chat:${wallet}`}, 0))`);
}
