import { create } from "zustand";
import { readStored, writeStored } from "../../foundation/lib/storage.ts";
import { useMedia } from "../../foundation/lib/use-media.ts";

const STORED_CHOICE = "chat";

interface ChatView {
  /** Whether the column next to the race is open; remembered. */
  readonly column: boolean;
  /** Whether the drawer is open, where there is no room for a column. */
  readonly drawer: boolean;
  /** Whether the page behind it has a column for the chat. */
  readonly hasColumn: boolean;
  /** Incremented when the field should take the focus, as after the key C. */
  readonly focusAsked: number;
}

export const useChatView = create<ChatView>(() => ({
  column: readStored(STORED_CHOICE) !== "hidden",
  drawer: false,
  hasColumn: false,
  focusAsked: 0,
}));

export type ChatPlace = "column" | "drawer";

/** Where the chat is shown: next to the race if the window is wide, over the page elsewhere. */
export function useChatPlace(): ChatPlace {
  const isWide = useMedia("(width >= 1180px)");
  const hasColumn = useChatView((view) => view.hasColumn);
  return isWide && hasColumn ? "column" : "drawer";
}

/** Shows or hides the chat. Whether the column is open is remembered. */
export function showChat(place: ChatPlace, isOpen: boolean): void {
  if (place === "column") writeStored(STORED_CHOICE, isOpen ? null : "hidden");
  useChatView.setState({ [place]: isOpen });
}

/** Shows the chat and focuses the field for writing. */
export function openChatToWrite(place: ChatPlace): void {
  showChat(place, true);
  useChatView.setState(({ focusAsked }) => ({ focusAsked: focusAsked + 1 }));
}
