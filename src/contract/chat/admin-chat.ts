import * as z from "zod/mini";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { instant, nextCursor, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** What a player's messages can be ordered by. */
const chatLogOrders = ["sent"] as const;

export const adminChat = {
  getUserChatLogs: endpoint({
    method: "GET",
    path: "/admin/user/:wallet/chat-logs",
    access: "admin",
    claims: adminReadClaims,
    summary: "A player's chat messages, newest first, deleted ones too; `search` is a part of the message",
    params: z.object({ wallet }),
    query: z.object({ ...adminQuery, ...adminList(chatLogOrders) }),
    reply: z.object({
      logs: z.array(
        z.object({
          id: rowId,
          timestamp: instant,
          room: z.string(),
          message: z.string(),
          deleted: z.boolean(),
        }),
      ),
      nextCursor,
    }),
  }),
};
