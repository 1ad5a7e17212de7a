import { chatTextLength, MAX_CHAT_CHARACTERS, parseChatText } from "../../../domain/chat-text.ts";
import type { LobbyState } from "./lobby-state.ts";

/** Why nothing can be sent at the moment, the most important reason first. */
export type SendObstacle =
  | { readonly kind: "lost" | "joining" }
  | { readonly kind: "banned" | "muted" | "slow" | "flood"; readonly msLeft: number };

export type ComposerFacts = Pick<LobbyState, "phase" | "rights" | "wait"> & {
  readonly isConnected: boolean;
};

/**
 * What prevents sending: first of all a lost connection.
 *
 * @param now the server's time in ms
 */
export function sendObstacle(
  { isConnected, phase, rights, wait }: ComposerFacts,
  now: number,
): SendObstacle | null {
  if (!isConnected) return { kind: "lost" };
  const times = [
    ["banned", rights.bannedUntil?.getTime() ?? 0],
    ["muted", rights.mutedUntil?.getTime() ?? 0],
    [wait?.reason ?? "slow", wait?.until ?? 0],
  ] as const;
  for (const [kind, until] of times) if (until > now) return { kind, msLeft: until - now };
  return phase === "joined" ? null : { kind: "joining" };
}

/** What the field says about the typed text: how much of it counts, and whether it can be sent. */
export function draftState(text: string): {
  readonly length: number;
  readonly left: number;
  readonly isSendable: boolean;
} {
  const length = chatTextLength(text);
  return { length, left: MAX_CHAT_CHARACTERS - length, isSendable: parseChatText(text).ok };
}

/** Inserts something into the text in place of the selection; returns the new text and caret position. */
export function insertInto(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  inserted: string,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, from) + inserted + text.slice(to), caret: from + inserted.length };
}
