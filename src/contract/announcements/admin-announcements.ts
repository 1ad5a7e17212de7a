import * as z from "zod/mini";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { announcementSegments } from "./announcements.ts";
import { instant, nextCursor, rowId, wallet, whole } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { headline, prose } from "../wire/typed-text.ts";

export const announcement = z.object({
  id: rowId,
  title: z.string(),
  body: z.nullable(z.string()),
  segment: z.enum(announcementSegments),
  starts_at: z.nullable(instant),
  ends_at: z.nullable(instant),
  priority: z.int(),
  active: z.boolean(),
  target_wallets: z.array(wallet),
});

/** `seen_by`: number of players whose page has shown it. */
const listed = z.extend(announcement, { seen_by: z.int() });

/** What the list of announcements can be ordered by. */
export const announcementOrders = ["created", "seen", "priority"] as const;

const viewer = z.object({ wallet_address: wallet, username: z.nullable(z.string()) });

/** What the players who have seen one can be ordered by. */
export const viewerOrders = ["wallet"] as const;

const yesOrNo = z.boolean({ error: "must be true or false" });
const ofId = z.object({ id: rowId });

const title = headline(120);
const segment = z.enum(announcementSegments);
const optional = {
  body: z.optional(z.nullable(prose(2_000))),
  starts_at: z.optional(z.nullable(instant)),
  ends_at: z.optional(z.nullable(instant)),
  priority: z.optional(whole(-1_000, 1_000)),
  active: z.optional(yesOrNo),
  target_wallets: z.optional(
    z.nullable(z.array(wallet).check(z.maxLength(1_000, { error: "must be at most 1000 wallets" }))),
  ),
};

export const adminAnnouncements = {
  listAnnouncements: endpoint({
    method: "GET",
    path: "/admin/announcements",
    access: "admin",
    claims: adminReadClaims,
    summary: "All announcements, newest first; `search` is the beginning of a title, or an id",
    query: z.object({ ...adminQuery, ...adminList(announcementOrders) }),
    reply: z.object({ announcements: z.array(listed), nextCursor }),
  }),
  listAnnouncementViewers: endpoint({
    method: "GET",
    path: "/admin/announcements/:id/viewers",
    access: "admin",
    claims: adminReadClaims,
    summary: "Who has seen an announcement, by wallet; `search` is the beginning of a username or a wallet",
    refuses: ["ANNOUNCEMENT_NOT_FOUND"],
    params: ofId,
    query: z.object({ ...adminQuery, ...adminList(viewerOrders) }),
    reply: z.object({ viewers: z.array(viewer), nextCursor }),
  }),
  createAnnouncement: endpoint({
    method: "POST",
    path: "/admin/announcements",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Create an announcement; target wallets count for the segment `specific` only",
    body: z.object({
      ...adminBody,
      title,
      segment,
      ...optional,
    }),
    reply: z.object({ announcement }),
    status: 201,
  }),
  changeAnnouncement: endpoint({
    method: "PATCH",
    path: "/admin/announcements/:id",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Enable, disable or edit an announcement",
    refuses: ["ANNOUNCEMENT_NOT_FOUND"],
    params: ofId,
    body: z.object({ ...adminBody, title: z.optional(title), segment: z.optional(segment), ...optional }),
    reply: z.object({ announcement, changed }),
  }),
  deleteAnnouncement: endpoint({
    method: "DELETE",
    path: "/admin/announcements/:id",
    access: "admin",
    stepUp: "once",
    claims: adminReadClaims,
    summary: "Delete an announcement",
    refuses: ["ANNOUNCEMENT_NOT_FOUND"],
    params: ofId,
    query: z.object(adminQuery),
    reply: z.object({ id: rowId }),
  }),
};
