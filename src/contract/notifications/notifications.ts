import * as z from "zod/mini";
import { instant, MAX_PAGE, nextCursor, page, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { type NotificationContent, notificationCatalogue, notificationTypes } from "./catalogue.ts";

/** Fields that every notification has, whatever its kind. */
const common = {
  id: rowId,
  type: z.enum(notificationTypes),
  /** In English, as is the body. */
  title: z.string(),
  body: z.string(),
  created_at: instant,
  read_at: z.nullable(instant),
};

/** A notification as a client shows it; the page words it in its own language from `kind` and `params`. */
export type Notification = {
  readonly [Name in keyof typeof common]: z.output<(typeof common)[Name]>;
} & NotificationContent;

const variants = Object.entries(notificationCatalogue).map(([kind, { params }]) =>
  z.object({ ...common, kind: z.literal(kind), params }),
);

// The list of variants is derived from the catalogue, and so is the type.
export const notification = z.discriminatedUnion(
  "kind",
  variants as [(typeof variants)[number]],
) as z.core.$ZodType<unknown, unknown> as z.ZodMiniType<Notification>;

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
    summary: "Mark the caller's notifications as read, all or some",
    body: z.extend(ownWallet, {
      ids: z.optional(z.array(rowId).check(z.minLength(1), z.maxLength(MAX_PAGE))),
    }),
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
