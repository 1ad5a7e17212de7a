import * as z from "zod/mini";
import { instant, nextCursor, page, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** What happened; `streak_update` and `balance_update_request` are not shown as toasts. */
export const notification = z.object({
  id: rowId,
  type: z.string(),
  title: z.string(),
  body: z.nullable(z.string()),
  created_at: instant,
  read_at: z.nullable(instant),
});

const ownWallet = z.object({ walletAddress: wallet });

export const notifications = {
  getNotifications: endpoint({
    method: "GET",
    path: "/notifications/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The caller's notifications, newest first",
    params: z.object({ wallet }),
    query: z.object(page),
    reply: z.object({ notifications: z.array(notification), unread: z.int(), nextCursor }),
  }),
  markNotificationsRead: endpoint({
    method: "POST",
    path: "/notifications/mark-read",
    access: "player",
    claims: ["header", "body.walletAddress"],
    summary: "Mark all of the caller's notifications as read",
    body: ownWallet,
    reply: z.object({ marked: z.int() }),
  }),
  clearNotifications: endpoint({
    method: "POST",
    path: "/notifications/clear",
    access: "player",
    claims: ["header", "body.walletAddress"],
    summary: "Remove all of the caller's notifications",
    body: ownWallet,
    reply: z.object({ cleared: z.int() }),
  }),
};
