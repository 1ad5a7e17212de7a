import type { FieldDoc } from "../openapi/docs.ts";

/** Chat has socket events alone. */
export const chatFields = {
  content: { description: "Text of the message.", example: "Good luck everybody" },
  durationHours: "Hours.",
  durationMinutes: "Minutes.",
  messageId: "Which message.",
  room: { description: "Name of the chat room.", example: "lobby" },
  targetWallet: "Whose wallet.",
} as const satisfies Record<string, FieldDoc>;
