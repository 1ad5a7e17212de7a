import { useEffect } from "react";
import { useKeys } from "../../foundation/lib/keys.ts";
import { useHistoryEntry } from "../../foundation/lib/navigation.ts";
import { ChatPanel } from "./chat-panel.tsx";
import { openChatToWrite, showChat, useChatPlace, useChatView, type ChatPlace } from "./chat-view.ts";
import { useLobbyConnection } from "./lobby-connection.ts";

/** While the page is open: the connection to the room, the key, and the drawer. */
export function ChatPart({ address }: { readonly address: string }) {
  useLobbyConnection(address);
  const place = useChatPlace();
  useChatKey(place);
  useCloseOnLeaving();
  useMoveToColumn(place);
  const isOpen = useChatView((view) => view.drawer);
  if (place !== "drawer" || !isOpen) return null;
  return (
    <div
      data-chat-drawer
      className="fixed inset-y-0 right-0 z-30 w-80 enter max-tablet:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-tablet:left-0 max-tablet:w-full"
    >
      <ChatPanel
        address={address}
        place="drawer"
        className="h-full rounded-r-none! border-y-0! border-r-0! bg-panel max-tablet:rounded-none! max-tablet:border-b! max-tablet:border-l-0!"
      />
    </div>
  );
}

/** C opens the chat, moves to its field, and from within the field hides the chat. */
function useChatKey(place: ChatPlace): void {
  const isOpen = useChatView((view) => view[place]);
  useKeys((key) => {
    if (key !== "c") return false;
    const isWithin = document.activeElement?.closest("[data-chat]") !== null;
    if (isOpen && isWithin) showChat(place, false);
    else openChatToWrite(place);
    return true;
  });
}

/** The drawer covers the page that a link leads to. */
function useCloseOnLeaving(): void {
  const entry = useHistoryEntry();
  useEffect(() => () => showChat("drawer", false), [entry]);
}

/**
 * A drawer that was opened before there was a column (by a press while the race page loads, or in a narrower window)
 * becomes the column: whoever opened the chat sees it.
 */
function useMoveToColumn(place: ChatPlace): void {
  const isDrawerOpen = useChatView((view) => view.drawer);
  useEffect(() => {
    if (place !== "column" || !isDrawerOpen) return;
    showChat("drawer", false);
    showChat("column", true);
  }, [place, isDrawerOpen]);
}
