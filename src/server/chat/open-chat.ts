import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** Messages between players, and what moderators do about them. */
export const openChat = () =>
  ({
    handlers: {
      getChatBlocks: notBuilt,
      blockInChat: notBuilt,
      unblockInChat: notBuilt,
      listChatReports: notBuilt,
      resolveChatReport: notBuilt,
    },
    socketHandlers: {
      "join-room": notBuilt,
      "send-message": notBuilt,
      "chat-report": notBuilt,
      "chat-moderate:mute": notBuilt,
      "chat-moderate:ban": notBuilt,
      "chat-moderate:delete-message": notBuilt,
      "chat-moderate:delete-last-messages-of-user": notBuilt,
    },
  }) satisfies Feature;
