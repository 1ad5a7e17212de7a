import { chatTextLength, MAX_CHAT_CHARACTERS, parseChatText } from "../../domain/chat-text.ts";
import type { LobbyState } from "./lobby-state.ts";

/** Why nothing can be sent at the moment, the weightiest reason first (rules CHAT-25 and CHAT-26). */
export type Hindrance =
  | { readonly kind: "lost" | "joining" }
  | { readonly kind: "banned" | "muted" | "slow" | "flood"; readonly msLeft: number };

export type ComposerFacts = Pick<LobbyState, "phase" | "standing" | "wait"> & {
  readonly isConnected: boolean;
};

/**
 * What hinders sending: before all else a connection that is lost (rule CHAT-27).
 *
 * @param now the server's time in ms
 */
export function hindranceOf(
  { isConnected, phase, standing, wait }: ComposerFacts,
  now: number,
): Hindrance | null {
  if (!isConnected) return { kind: "lost" };
  const times = [
    ["banned", standing.bannedUntil?.getTime() ?? 0],
    ["muted", standing.mutedUntil?.getTime() ?? 0],
    [wait?.reason ?? "slow", wait?.until ?? 0],
  ] as const;
  for (const [kind, until] of times) if (until > now) return { kind, msLeft: until - now };
  return phase === "joined" ? null : { kind: "joining" };
}

/** What the field says of what is typed: how much of it counts, and whether it can go out (rule CHAT-25). */
export function draftState(text: string): {
  readonly length: number;
  readonly left: number;
  readonly isSendable: boolean;
} {
  const length = chatTextLength(text);
  return { length, left: MAX_CHAT_CHARACTERS - length, isSendable: parseChatText(text).ok };
}

/** Puts something into the text in place of what is selected; returns the text and where the caret is then. */
export function insertInto(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  inserted: string,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, from) + inserted + text.slice(to), caret: from + inserted.length };
}
