import { and, eq, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { chatMessages } from "../../foundation/db/schema/chat.ts";
import { messageIdOf } from "./chat-messages.ts";

interface Search extends ListSearch<"sent"> {
  readonly wallet: string;
}

type MessageRow = typeof chatMessages.$inferSelect;
const byId = { by: chatMessages.id, as: "number", keyOf: ({ id }: MessageRow) => String(id) } as const;
const messages = { first: ["sent", "desc"], orders: { sent: byId }, id: byId } as const;

/** A player's messages, newest or oldest first, including deleted ones. */
export async function readChatLogs(
  db: Queryable,
  { wallet, ...query }: Search,
): Promise<Result<Reply<Api["getUserChatLogs"]>, "INVALID_INPUT">> {
  const page = pageInOrder(messages, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  // Some hundred messages of one player: no index is needed to look into them.
  const isFound =
    search === "" ? undefined : sql`position(lower(${search}) in lower(${chatMessages.content})) > 0`;
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.wallet, wallet), isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({
    logs: items.map(({ id, sentAt, room, content, deletedAt }) => ({
      id: messageIdOf(id),
      timestamp: sentAt,
      room,
      message: content,
      deleted: deletedAt !== null,
    })),
    nextCursor,
  });
}
