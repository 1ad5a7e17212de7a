import * as z from "zod/mini";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { instant, nextCursor, page, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const adminChat = {
  getUserChatLogs: endpoint({
    method: "GET",
    path: "/admin/user/:wallet/chat-logs",
    access: "admin",
    claims: adminReadClaims,
    summary: "A player's chat messages, newest first, deleted ones too",
    params: z.object({ wallet }),
    query: z.object({ ...adminQuery, ...page }),
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
