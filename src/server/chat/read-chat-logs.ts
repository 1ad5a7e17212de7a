import { and, desc, eq, lt } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Queryable } from "../db/database.ts";
import { chatMessages } from "../db/schema/chat.ts";
import { messageIdOf, rowIdOf } from "./chat-messages.ts";

interface Page {
  readonly wallet: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A player's messages, newest first, including deleted ones (rule USERS-2). The cursor is the last message shown. */
export async function readChatLogs(
  db: Queryable,
  { wallet, limit, cursor }: Page,
): Promise<Result<Reply<Api["getUserChatLogs"]>, "INVALID_INPUT">> {
  const after = cursor === undefined ? undefined : rowIdOf(cursor);
  if (after === null) return refuse("INVALID_INPUT", { field: "cursor" });
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.wallet, wallet), after === undefined ? undefined : lt(chatMessages.id, after)))
    .orderBy(desc(chatMessages.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return ok({
    logs: shown.map(({ id, sentAt, room, content, deletedAt }) => ({
      id: messageIdOf(id),
      timestamp: sentAt,
      room,
      message: content,
      deleted: deletedAt !== null,
    })),
    nextCursor: rows.length > limit && last !== undefined ? messageIdOf(last.id) : null,
  });
}
