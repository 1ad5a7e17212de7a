/** At most this many messages from one player within this many milliseconds (rule CHAT-12). */
export const CHAT_FLOOD = { messages: 5, withinMs: 10_000 } as const;

export interface ChatWait {
  readonly code: "CHAT_SLOW_MODE" | "RATE_LIMITED";
  /** Milliseconds, at least 1. */
  readonly waitMs: number;
}

/**
 * How long a player has to wait before the next message; null if not at all (rules CHAT-11 and CHAT-12). The longer of
 * the two waits. A message that seems to come from the future, by another server's clock, counts as sent just now.
 *
 * @param sentAt when the player's latest messages were sent, latest first: all, or {@link CHAT_FLOOD}`.messages` of them
 */
export function chatWait(
  sentAt: readonly number[],
  { now, slowModeMs }: { readonly now: number; readonly slowModeMs: number },
): ChatWait | null {
  const left = (sent: number | undefined, ms: number) =>
    sent === undefined ? 0 : ms - Math.max(0, now - sent);
  const slow = left(sentAt[0], slowModeMs);
  const flood = left(sentAt[CHAT_FLOOD.messages - 1], CHAT_FLOOD.withinMs);
  if (slow <= 0 && flood <= 0) return null;
  return slow >= flood ? { code: "CHAT_SLOW_MODE", waitMs: slow } : { code: "RATE_LIMITED", waitMs: flood };
}
