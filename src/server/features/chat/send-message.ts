import { desc, eq } from "drizzle-orm";
import { CHAT_FLOOD, type ChatWait, chatWait } from "../../../domain/chat-pace.ts";
import { parseChatText } from "../../../domain/chat-text.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import { lockInChat, type MessageRow, messageView } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { readRestrictions, refuseBanned, refuseMuted, slowModeFor } from "./chat-rights.ts";

interface NewMessage {
  readonly room: string;
  /** As typed, or as cleaned by a page. */
  readonly content: string;
  readonly caller: SignedInCaller;
}

type SendRefusal =
  | "CHAT_MESSAGE_EMPTY"
  | "CHAT_MESSAGE_TOO_LONG"
  | "PROFILE_REQUIRED"
  | "CHAT_BANNED"
  | "MUTED"
  | ChatWait["code"];

/**
 * Stores a message and sends it to its room (rule CHAT-4). Name and badges are the sender's current ones,
 * from the session and the database. Returns how long the next message would be refused, and the slow mode in force, so
 * that a page knows which of the two waits it is (rules CHAT-11 and CHAT-12).
 */
export async function sendMessage(
  ports: ChatPorts,
  { room, content, caller }: NewMessage,
): Promise<Result<{ readonly retryAfterMs?: number; readonly slowModeMs: number }, SendRefusal>> {
  const text = parseChatText(content);
  if (!text.ok) return text;
  const stored = await inTransaction(ports.db, async (tx) => {
    // Serialises concurrent messages, on whatever instances.
    await lockInChat(tx, caller.wallet);
    const now = new Date(ports.clock.now());
    const restricted = await readRestrictions(tx, caller.wallet, now);
    const refused = refuseBanned(restricted, now) ?? refuseMuted(restricted, now);
    if (refused !== null) return refused;
    const slowModeMs = await slowModeFor(tx, caller);
    const pace = { now: now.getTime(), slowModeMs };
    const sentAt = await lastTimes(tx, caller.wallet);
    const wait = chatWait(sentAt, pace);
    if (wait !== null) return refuse(wait.code, { retryAfterMs: wait.waitMs });
    const row = await storeMessage(tx, ports, { room, content: text.value, caller, now });
    if (row === null) return refuse("PROFILE_REQUIRED");
    return ok({ row, slowModeMs, next: chatWait([pace.now, ...sentAt], pace) });
  });
  if (!stored.ok) return stored;
  const { row, slowModeMs, next } = stored.value;
  ports.broadcast.toEveryone("message", messageView(row));
  return ok({ slowModeMs, ...(next !== null && { retryAfterMs: next.waitMs }) });
}

/** When the wallet's latest messages were sent, latest first. */
async function lastTimes(tx: Tx, wallet: string): Promise<number[]> {
  const rows = await tx
    .select({ sentAt: chatMessages.sentAt })
    .from(chatMessages)
    .where(eq(chatMessages.wallet, wallet))
    .orderBy(desc(chatMessages.id))
    .limit(CHAT_FLOOD.messages);
  return rows.map(({ sentAt }) => sentAt.getTime());
}

/** Null for a sender without a profile. */
async function storeMessage(
  tx: Tx,
  { adminWallets, readActiveTitles }: ChatPorts,
  { room, content, caller, now }: NewMessage & { readonly now: Date },
): Promise<MessageRow | null> {
  const { wallet, isAdmin, isModerator } = caller;
  const [user] = await tx.select().from(users).where(eq(users.wallet, wallet));
  if (user === undefined) return null;
  const [row] = await tx
    .insert(chatMessages)
    .values({
      room,
      wallet,
      content,
      sentAt: now,
      username: user.username,
      isAdmin,
      isModerator,
      hasStar: adminWallets.includes(wallet),
      activeTitle: (await readActiveTitles(tx, [wallet])).get(wallet) ?? null,
      isStreamer: user.isStreamer,
      isPartner: user.isPartner,
    })
    .returning();
  return row ?? null;
}
