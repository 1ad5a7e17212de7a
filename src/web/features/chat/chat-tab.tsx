import { MessageSquare } from "lucide-react";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { showChat, useChatView } from "./chat-view.ts";
import { UnreadBadge } from "./unread-badge.tsx";
import { useUnread } from "./use-unread.ts";
import { chatWords } from "./words.en.ts";

/** The chat's entry in a phone's tab bar. */
export function ChatTab({ address }: { readonly address: string }) {
  const isOpen = useChatView((view) => view.drawer);
  const unread = useUnread(address);
  const { t } = useWords(chatWords);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={unread === 0 ? t("chat") : t("openChatUnread", { count: unread })}
      onClick={() => showChat("drawer", !isOpen)}
      className={classNames(
        "flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-xs focus-visible:-outline-offset-2",
        isOpen ? "text-bright" : "text-muted",
      )}
    >
      <span className="relative">
        <MessageSquare aria-hidden size={20} />
        <UnreadBadge count={unread} className="absolute -top-2 left-3" />
      </span>
      {t("chat")}
    </button>
  );
}
