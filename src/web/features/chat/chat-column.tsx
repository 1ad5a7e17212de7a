import { useLayoutEffect } from "react";
import { ChatPanel } from "./chat-panel.tsx";
import { useChatPlace, useChatView } from "./chat-view.ts";

/** The chat in the third column of the race page. */
export function ChatColumn({ address }: { readonly address: string }) {
  const isOpen = useChatView((view) => view.column);
  const place = useChatPlace();
  useLayoutEffect(() => {
    useChatView.setState({ hasColumn: true });
    return () => useChatView.setState({ hasColumn: false });
  }, []);
  if (place !== "column" || !isOpen) return null;
  return (
    <div data-chat-column className="min-h-0 flex-1">
      <ChatPanel address={address} place="column" className="h-full" />
    </div>
  );
}
