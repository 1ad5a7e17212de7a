import * as z from "zod/mini";
import { instant, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const announcementSegments = ["all", "streamers", "partners", "specific"] as const;

/** Maximum number of announcements that a page shows. */
export const SHOWN_ANNOUNCEMENTS = 20;

export const announcements = {
  getAnnouncements: endpoint({
    method: "GET",
    path: "/announcements",
    access: "public",
    claims: ["header", "query.wallet"],
    summary: "The announcements for the caller, most important first; signed out, those for all",
    query: z.object({ wallet: z.optional(wallet) }),
    reply: z.object({
      nextChangeAt: z.nullable(instant),
      announcements: z.array(
        z.object({
          id: rowId,
          title: z.string(),
          body: z.nullable(z.string()),
          priority: z.int(),
          starts_at: z.nullable(instant),
          ends_at: z.nullable(instant),
          /** Whether the caller has seen it (rule NEWS-7); false for a visitor. */
          seen: z.boolean(),
        }),
      ),
    }),
  }),
  markAnnouncementsSeen: endpoint({
    method: "POST",
    path: "/announcements/seen",
    access: "player",
    claims: ["header", "body.walletAddress"],
    summary: "Record that the caller's page has shown announcements; repeating it changes nothing",
    body: z.object({
      walletAddress: wallet,
      ids: z
        .array(rowId)
        .check(z.maxLength(SHOWN_ANNOUNCEMENTS, { error: `must be at most ${SHOWN_ANNOUNCEMENTS} ids` })),
    }),
    reply: z.object({ seen: z.int() }),
    perMinute: 30,
  }),
};
