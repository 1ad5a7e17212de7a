import { useEffect, useRef, useState } from "react";
import { shownChatText } from "../../../domain/chat-text.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useIsBlocked } from "./blocks.ts";
import { useLobby } from "./lobby.ts";
import { chatWords } from "./words.en.ts";

/** At most one announcement per this interval, however many messages there are. */
const PAUSE_MS = 5_000;

/**
 * New messages for screen reader users, while the chat is shown: one message is read out, several are counted, and
 * never more often than can be listened to.
 */
export function ChatAnnouncer({ address }: { readonly address: string }) {
  const { t } = useWords(chatWords);
  const isBlocked = useIsBlocked(address);
  const messages = useLobby((state) => state.messages);
  const phase = useLobby((state) => state.phase);
  const [spoken, setSpoken] = useState("");
  const heardUpTo = useRef<number | null>(null);
  const spokenAt = useRef(0);

  useEffect(() => {
    if (phase !== "joined") return;
    const newest = messages.at(-1)?.timestamp.getTime() ?? 0;
    // Messages from before are not new.
    heardUpTo.current ??= newest;
    const timer = setTimeout(
      () => {
        const since = heardUpTo.current ?? newest;
        const fresh = messages.filter(
          ({ timestamp, walletAddress }) =>
            timestamp.getTime() > since && walletAddress !== address && !isBlocked(walletAddress),
        );
        heardUpTo.current = newest;
        const [only] = fresh;
        if (only === undefined) return;
        spokenAt.current = performance.now();
        setSpoken(
          fresh.length === 1
            ? t("messageOf", { name: only.username, text: shownChatText(only.content) })
            : t("newMessages", { count: fresh.length }),
        );
      },
      Math.max(0, spokenAt.current + PAUSE_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [messages, phase, address, isBlocked, t]);

  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  );
}
