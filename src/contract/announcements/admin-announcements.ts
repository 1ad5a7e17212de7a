import * as z from "zod/mini";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { announcementSegments } from "./announcements.ts";
import { instant, nextCursor, rowId, text, wallet, whole } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

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
    params: ofId,
    query: z.object({ ...adminQuery, ...adminList(viewerOrders) }),
    reply: z.object({ viewers: z.array(viewer), nextCursor }),
  }),
  createAnnouncement: endpoint({
    method: "POST",
    path: "/admin/announcements",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Create an announcement; target wallets count for the segment `specific` only",
    body: z.object({
      ...adminBody,
      title: text(120, 1),
      body: z.optional(z.nullable(text(2_000))),
      segment: z.enum(announcementSegments),
      starts_at: z.optional(z.nullable(instant)),
      ends_at: z.optional(z.nullable(instant)),
      priority: z.optional(whole(-1_000, 1_000)),
      active: z.optional(yesOrNo),
      target_wallets: z.optional(
        z.nullable(z.array(wallet).check(z.maxLength(1_000, { error: "must be at most 1000 wallets" }))),
      ),
    }),
    reply: z.object({ announcement }),
    status: 201,
  }),
  setAnnouncementActive: endpoint({
    method: "PATCH",
    path: "/admin/announcements/:id",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Enable or disable an announcement",
    params: ofId,
    body: z.object({ ...adminBody, active: yesOrNo }),
    reply: z.object({ announcement }),
  }),
  deleteAnnouncement: endpoint({
    method: "DELETE",
    path: "/admin/announcements/:id",
    access: "admin",
    claims: adminReadClaims,
    summary: "Delete an announcement",
    params: ofId,
    query: z.object(adminQuery),
    reply: z.object({ id: rowId }),
  }),
};
