import { MAX_CHAT_CHARACTERS } from "../../domain/chat-text.ts";
import type { FieldDoc } from "../openapi/docs.ts";

/** Chat has socket events alone. */
export const chatFields = {
  content: {
    description: `Text of the message, at most ${MAX_CHAT_CHARACTERS} characters as they are shown. It travels with < and > escaped as &lt; and &gt;: to be unescaped and rendered as text.`,
    example: "Good luck everybody",
  },
  durationHours: "Hours.",
  durationMinutes: "Minutes.",
  messageId: "Which message.",
  room: { description: "Name of the chat room.", example: "lobby" },
  targetWallet: "Whose wallet.",
} as const satisfies Record<string, FieldDoc>;
