import { MAX_CHAT_CHARACTERS } from "../../domain/chat-text.ts";
import { featureDocs } from "../openapi/docs.ts";
import { moderationLimits } from "./chat.ts";

const { muteMinutes, banHours, deletedMessages } = moderationLimits;

export const chatDocs = featureDocs({
  description: [
    "Chat runs over the socket (`x-socket-events`); the calls here are for what players and moderators look up.",
    "`join-room` is answered with `chat-standing`, `online-users` and `room-history`. From the moment of joining, which is before the history is read, the socket receives `message` and `message-deleted`. A new connection has to join again: sending without joining is `ROOM_NOT_JOINED`. Joining needs a profile.",
    "`send-message` takes text as it was typed or as a page has cleaned it. Its acknowledgement, done or refused, carries `retryAfterMs`: how long the next message would be refused; done, also `slowModeMs`. `CHAT_SLOW_MODE`, `RATE_LIMITED`, `MUTED` and `CHAT_BANNED` carry it too.",
    "The sender receives its own `message` like everyone in the room. Every client shows a message once, by its `id`.",
    "A mute refuses messages. A ban also takes the sockets of the wallet out of the room and refuses `join-room`; it affects only the chat. Both are announced at once by `chat-standing`, and by a notification.",
    `A moderator's mute lasts at most ${muteMinutes} minutes, a ban ${banHours} hours, and at most ${deletedMessages} messages are deleted at once: more is cut to that. Moderators and admins are protected from moderators: \`TARGET_PROTECTED\`.`,
    "Moderators receive `chat-report-update` for each report and each resolution.",
  ].join("\n\n"),
  operations: {
    getUserChatLogs: "For moderation: deleted messages are marked.",
    getChatBlocks: "The page hides their messages; nobody else is notified.",
    blockInChat: "Returns the whole list. Blocking again changes nothing.",
    unblockInChat: "Returns the whole list. Unblocking again changes nothing.",
    listChatReports: "`status` defaults to open. `open` counts those that wait.",
    resolveChatReport:
      "Further reports of a message that moderators have already decided on are accepted but not shown. The room receives `message-deleted` when the message is deleted.",
  },
  fields: {
    logs: "The messages.",
    deleted: "Whether the message has been deleted since.",
    blocked: "The blocked players.",
    blocked_at: "When the caller blocked the player.",
    bannedUntil: "End of the ban from chat; null without one.",
    content: {
      description: `Text of the message, at most ${MAX_CHAT_CHARACTERS} characters as they are shown. It travels with < and > escaped as &lt; and &gt;: to be unescaped and rendered as text.`,
      example: "Good luck everybody",
    },
    "ChatReport.deleted": "Whether the message was deleted, by this report or otherwise.",
    durationHours: `Hours, at most ${banHours}: more is cut to that.`,
    durationMinutes: `Minutes, at most ${muteMinutes}: more is cut to that.`,
    first_reported_at: "When the first player reported it.",
    hasStar: "Whether the sender is an admin by the operator's configuration: a star badge.",
    "ChatMessage.isModerator": "Whether the sender was a moderator; admins are.",
    last_reported_at: "When the last player reported it.",
    messageId: "Which message.",
    mutedUntil: "End of the mute; null without one.",
    open: "How many reported messages wait for a moderator.",
    "chat-report.reason": "What is wrong with it; other when it is left out.",
    reasons: "What players said is wrong with it, each reason once.",
    report: "The reported message.",
    reports: "How many players reported it.",
    "listChatReports.reports": "The reported messages.",
    resolution: "What the moderator decided.",
    resolved_at: "When a moderator decided; null while it is open.",
    resolved_by: { description: "Name of the moderator; null while it is open.", example: "turf_mo" },
    retryAfterMs: "Milliseconds until this would be accepted again; absent or 0 for at once.",
    room: { description: "Name of the chat room.", example: "lobby" },
    slowModeMs: "Minimum time between two messages of this player in milliseconds; 0 for none.",
    "ChatReport.status": "Open until a moderator has decided.",
    "listChatReports.status": "Which of them.",
    targetWallet: "Whose wallet.",
  },
});
