import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok, refuse } from "../../../domain/result.ts";
import type { Feature } from "../../foundation/feature.ts";
import { blockPlayer, listBlocked, unblockPlayer } from "./block-players.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { deleteLastMessages, deleteMessage } from "./delete-messages.ts";
import { forgetOldMessages } from "./forget-old-messages.ts";
import { joinRoom } from "./join-room.ts";
import { listReports } from "./list-reports.ts";
import { readChatLogs } from "./read-chat-logs.ts";
import { reportMessage } from "./report-message.ts";
import { resolveReport } from "./resolve-report.ts";
import { banFromChat, muteInChat } from "./restrict-in-chat.ts";
import { sendMessage } from "./send-message.ts";

const HOUR_MS = 3_600_000;

/** As many of a player's messages as the specification's panel shows. */
const ADMIN_LOGS = 100;

/** Messages between players, and what moderators do about them. */
export const openChat = (ports: ChatPorts) =>
  ({
    handlers: {
      getUserChatLogs: ({ params, query: { limit = ADMIN_LOGS, ...query } }) =>
        readChatLogs(ports.db, { ...params, limit, ...query }),

      getChatBlocks: async (_input, { wallet }) => ok({ blocked: await listBlocked(ports.db, wallet) }),

      async blockInChat({ params }, { wallet }) {
        const done = await blockPlayer(ports, { wallet, target: params.targetWallet });
        return done.ok ? ok({ blocked: await listBlocked(ports.db, wallet) }) : done;
      },

      async unblockInChat({ params }, { wallet }) {
        await unblockPlayer(ports, { wallet, target: params.targetWallet });
        return ok({ blocked: await listBlocked(ports.db, wallet) });
      },

      listChatReports: ({ query: { status = "open", limit = DEFAULT_PAGE, ...query } }) =>
        listReports(ports.db, { status, limit, ...query }),

      resolveChatReport: ({ params, body }, moderator) =>
        resolveReport(ports, { moderator, ...params, ...body }),
    },

    socketHandlers: {
      "join-room": ({ room }, caller, socket) => joinRoom(ports, { room, caller, socket }),

      "send-message": async (message, caller, socket) =>
        // Joining requires a profile, so a member of the room has one.
        socket.hasJoined(message.room)
          ? sendMessage(ports, { ...message, caller })
          : refuse("ROOM_NOT_JOINED"),

      "chat-report": ({ messageId, reason = "other" }, { wallet }) =>
        reportMessage(ports, { reporter: wallet, messageId, reason }),

      "chat-moderate:mute": ({ targetWallet, durationMinutes }, moderator) =>
        muteInChat(ports, { moderator, target: targetWallet, minutes: durationMinutes }),

      "chat-moderate:ban": ({ targetWallet, durationHours }, moderator) =>
        banFromChat(ports, { moderator, target: targetWallet, hours: durationHours }),

      "chat-moderate:delete-message": ({ messageId }, moderator) =>
        deleteMessage(ports, { moderator, messageId }),

      "chat-moderate:delete-last-messages-of-user": ({ targetWallet, count }, moderator) =>
        deleteLastMessages(ports, { moderator, target: targetWallet, count }),
    },

    jobs: [
      {
        name: "removal of old chat messages",
        runsOn: "every instance",
        everyMs: HOUR_MS,
        round: () => forgetOldMessages(ports),
      },
    ],
  }) satisfies Feature;
