import { MessageSquare } from "lucide-react";
import { useWords } from "../../foundation/words/use-words.ts";
import { openChatToWrite, useChatPlace, useChatView } from "./chat-view.ts";
import { UnreadBadge } from "./unread-badge.tsx";
import { useUnread } from "./use-unread.ts";
import { chatWords } from "./words.en.ts";

/** In the header while the chat is hidden: opens it, and shows how many messages are new. A phone has a tab instead. */
export function ChatSwitch({ address }: { readonly address: string }) {
  const place = useChatPlace();
  const isOpen = useChatView((view) => view[place]);
  const unread = useUnread(address);
  const { t } = useWords(chatWords);
  if (isOpen) return null;
  return (
    <button
      type="button"
      aria-label={unread === 0 ? t("openChat") : t("openChatUnread", { count: unread })}
      title={t("openChat")}
      onClick={() => openChatToWrite(place)}
      className="relative grid size-11 shrink-0 place-items-center rounded-m border border-control bg-raised/80 transition hover:border-accent max-tablet:hidden"
    >
      <MessageSquare aria-hidden size={18} />
      <UnreadBadge count={unread} className="absolute -top-2 -right-2" />
    </button>
  );
}
