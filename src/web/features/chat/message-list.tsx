import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useRace } from "../../foundation/live/race-store.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { type ChatItem, chatItems } from "./chat-items.ts";
import { dispatchLobby, useLobby } from "./lobby.ts";
import { MessageRow } from "./message-row.tsx";
import { DayRow, OutgoingRow, RaceRow } from "./other-rows.tsx";
import { useStickyEnd } from "./use-sticky-end.ts";
import { useUnread } from "./use-unread.ts";
import { chatWords } from "./words.en.ts";

interface MessageListProps {
  readonly address: string;
  readonly isBlocked: (wallet: string) => boolean;
  readonly isEmpty: boolean;
}

/** The messages, newest at the end; the list stays at its end until somebody scrolls up. */
export function MessageList({ address, isBlocked, isEmpty }: MessageListProps) {
  const { t } = useWords(chatWords);
  const all = useLobby((state) => state.messages);
  const outgoing = useLobby((state) => state.outgoing);
  const notices = useRace((state) => state.notices);
  const messages = useMemo(
    () => all.filter(({ walletAddress }) => !isBlocked(walletAddress)),
    [all, isBlocked],
  );
  const items = useMemo(() => chatItems({ messages, notices, outgoing }), [messages, notices, outgoing]);
  const ids = useMemo(() => messages.map(({ id }) => id), [messages]);
  const [openId, setOpenId] = useState<string | null>(null);
  const { scroller, content, isAtEnd, scrollToEnd } = useStickyEnd(items, openId !== null);
  const roving = useRoving(ids);
  const unread = useUnread(address);

  const isWatched = isAtEnd && openId === null;
  useEffect(() => {
    dispatchLobby({ type: "watched", isWatched });
    return () => dispatchLobby({ type: "watched", isWatched: false });
  }, [isWatched]);

  const toggle = useCallback((id: string) => setOpenId((before) => (before === id ? null : id)), []);
  const close = useCallback(
    (refocus: boolean) => {
      setOpenId(null);
      if (refocus && openId !== null) focusMessage(openId);
    },
    [openId],
  );

  return (
    <div className="relative min-h-0 flex-1">
      {isEmpty && <p className="absolute inset-x-4 bottom-3 text-muted">{t("noMessages")}</p>}
      {/* An opaque colour: otherwise a browser repaints the list for each step of scrolling. */}
      <div ref={scroller} className="h-full overflow-y-auto overscroll-contain bg-panel">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the focus from message to message; each of them is a button */}
        <ol
          ref={content}
          aria-label={t("messages")}
          onKeyDown={roving.onKeyDown}
          onFocus={roving.onFocus}
          className="py-1"
        >
          {items.map((item) => (
            <Item
              key={item.key}
              item={item}
              reachable={roving.reachable}
              openId={openId}
              onToggle={toggle}
              onClose={close}
            />
          ))}
        </ol>
      </div>
      {unread > 0 && !isAtEnd && (
        <button
          type="button"
          onClick={scrollToEnd}
          className="primary-fill enter absolute bottom-2 left-1/2 flex min-h-9 -translate-x-1/2 items-center gap-1.5 rounded-full px-4 text-sm font-bold whitespace-nowrap after:absolute after:-inset-1"
        >
          <ArrowDown aria-hidden size={16} />
          {t("newMessages", { count: unread })}
        </button>
      )}
    </div>
  );
}

interface ItemProps {
  readonly item: ChatItem;
  readonly reachable: string | null;
  readonly openId: string | null;
  readonly onToggle: (id: string) => void;
  readonly onClose: (refocus: boolean) => void;
}

function Item({ item, reachable, openId, onToggle, onClose }: ItemProps) {
  switch (item.kind) {
    case "day":
      return <DayRow day={item.day} />;
    case "race":
      return <RaceRow notice={item.notice} />;
    case "outgoing":
      return <OutgoingRow outgoing={item.outgoing} />;
    case "message": {
      const { message } = item;
      return (
        <MessageRow
          message={message}
          isReachable={message.id === reachable}
          isOpen={message.id === openId}
          onToggle={onToggle}
          onClose={onClose}
        />
      );
    }
  }
}

const focusMessage = (id: string | undefined): void =>
  document.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus();

/** Tab reaches one message, at first the newest; the arrows, Home and End move on from there. */
function useRoving(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const focused = useRef<{ readonly id: string; readonly place: number } | null>(null);
  const reachable = chosen !== null && ids.includes(chosen) ? chosen : (ids.at(-1) ?? null);

  // The focused message was deleted: its neighbour gets the focus.
  useEffect(() => {
    const { current } = focused;
    if (current === null || ids.includes(current.id) || document.activeElement !== document.body) return;
    focusMessage(ids[Math.min(current.place, ids.length - 1)]);
  }, [ids]);

  return {
    reachable,
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      const id = target instanceof HTMLElement ? target.dataset["message"] : undefined;
      focused.current = id === undefined ? null : { id, place: ids.indexOf(id) };
      if (id !== undefined) setChosen(id);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const id = event.target instanceof HTMLElement ? event.target.dataset["message"] : undefined;
      if (id === undefined) return;
      const at = ids.indexOf(id);
      const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      focusMessage(ids[Math.max(0, Math.min(next, ids.length - 1))]);
    },
  };
}
