import { useLayoutEffect } from "react";
import { ChatPanel } from "./chat-panel.tsx";
import { useChatPlace, useChatView } from "./chat-view.ts";

/** The chat as the third column of the race page (rule CHAT-20). */
export function ChatColumn({ address }: { readonly address: string }) {
  const isOpen = useChatView((view) => view.column);
  const place = useChatPlace();
  useLayoutEffect(() => {
    useChatView.setState({ hasColumn: true });
    return () => useChatView.setState({ hasColumn: false });
  }, []);
  if (place !== "column" || !isOpen) return null;
  return (
    <div data-chat-column className="min-w-0">
      {/* From the header to the end of the window, and visible wherever the page is scrolled to. */}
      <div className="sticky top-2 h-[calc(100dvh-6.875rem)] min-h-96">
        <ChatPanel address={address} place="column" className="h-full" />
      </div>
    </div>
  );
}
