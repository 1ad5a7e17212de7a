import { useState } from "react";
import { begunShortcode, completeEmote } from "../../../domain/emote-text.ts";
import { type Emote, useEmotes } from "../../foundation/lib/emotes.tsx";

export interface Completion {
  /** Empty while nothing is being completed. */
  readonly options: readonly Emote[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  /** Handles a key that moves within the list or closes it; returns whether it did. */
  readonly takeKey: (key: string) => boolean;
}

/**
 * The emotes that can complete a shortcode begun before the caret. After Escape the list stays closed
 * until something else is typed.
 */
export function useCompletion(textBeforeCaret: string): Completion {
  const { emotes } = useEmotes();
  const [state, setState] = useState({ of: "", chosen: 0, isClosed: false });
  // Reset with the next key, or what Escape closed would still be closed when the same text is typed again.
  if (state.of !== textBeforeCaret) setState({ of: textBeforeCaret, chosen: 0, isClosed: false });
  const begun = begunShortcode(textBeforeCaret);
  const options = begun === null || state.isClosed ? [] : completeEmote(begun, emotes);
  const chosen = Math.min(state.chosen, options.length - 1);
  const choose = (index: number) => setState({ ...state, chosen: index });

  const takeKey = (key: string) => {
    if (options.length === 0) return false;
    const next = chosenAfter(key, chosen, options.length);
    if (next !== null) choose(next);
    else if (key === "Escape") setState({ ...state, isClosed: true });
    else return false;
    return true;
  };
  return { options, chosen, choose, takeKey };
}

/** Which of `count` options is chosen after a key: the arrows wrap around. Null for a key that moves nothing. */
export function chosenAfter(key: string, chosen: number, count: number): number | null {
  if (key === "ArrowDown") return (chosen + 1) % count;
  return key === "ArrowUp" ? (chosen + count - 1) % count : null;
}
