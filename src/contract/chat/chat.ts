import * as z from "zod/mini";
import { instant, rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const chatRooms = ["lobby"] as const;

export const chatRoom = z.enum(chatRooms, { error: "ROOM_NOT_FOUND" });

/** Limits on what a moderator may do; requests beyond them are cut to the limit (rule LIMITS-16). */
export const moderationLimits = { muteMinutes: 10, banHours: 24, deletedMessages: 5 } as const;

/** A message as it is shown: text from a person, to be rendered as text. Badges are those at the time it was sent. */
export const chatMessage = z.object({
  id: rowId,
  walletAddress: wallet,
  username: z.string(),
  content: z.string(),
  room: z.string(),
  timestamp: instant,
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  hasStar: z.boolean(),
  active_title: z.nullable(z.string()),
  is_streamer: z.boolean(),
  is_partner: z.boolean(),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const chatReportReasons = ["spam", "insult", "scam", "other"] as const;
export const chatReportReason = z.enum(chatReportReasons, {
  error: `must be ${chatReportReasons.join(", ")}`,
});

export const chatReportResolutions = ["dismissed", "deleted"] as const;
export type ChatReportResolution = (typeof chatReportResolutions)[number];

/** A message that players reported, with all the reasons they gave. The reporters are not disclosed. */
export const chatReport = z.object({
  message: chatMessage,
  deleted: z.boolean(),
  reports: z.int(),
  reasons: z.array(chatReportReason),
  first_reported_at: instant,
  last_reported_at: instant,
  status: z.enum(["open", ...chatReportResolutions]),
  resolved_by: z.nullable(z.string()),
  resolved_at: z.nullable(instant),
});
export type ChatReport = z.output<typeof chatReport>;

const ofTarget = z.object({ targetWallet: wallet });
const blockedPlayer = z.object({
  wallet_address: wallet,
  username: z.nullable(z.string()),
  blocked_at: instant,
});

/** Chat itself uses socket events (wire/socket-events.ts); these calls are for what a player looks up. */
export const chat = {
  getChatBlocks: endpoint({
    method: "GET",
    path: "/chat/blocks",
    access: "player",
    claims: ["header"],
    summary: "The players whose messages the caller does not want to see, latest first",
    reply: z.object({ blocked: z.array(blockedPlayer) }),
  }),
  blockInChat: endpoint({
    method: "PUT",
    path: "/chat/blocks/:targetWallet",
    access: "player",
    claims: ["header"],
    summary: "Hide a player's messages from the caller",
    refuses: ["PROFILE_REQUIRED", "USER_NOT_FOUND", "CHAT_BLOCK_SELF", "CHAT_BLOCKS_FULL"],
    params: ofTarget,
    reply: z.object({ blocked: z.array(blockedPlayer) }),
    perMinute: 30,
  }),
  unblockInChat: endpoint({
    method: "DELETE",
    path: "/chat/blocks/:targetWallet",
    access: "player",
    claims: ["header"],
    summary: "Show a player's messages to the caller again",
    params: ofTarget,
    reply: z.object({ blocked: z.array(blockedPlayer) }),
    perMinute: 30,
  }),
};
