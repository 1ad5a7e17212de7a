import { memo, type ReactNode } from "react";
import type { ChatMessage } from "../../../contract/chat/chat.ts";
import { shownChatText } from "../../../domain/chat-text.ts";
import { EmoteText } from "../../foundation/lib/emotes.tsx";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { Badges } from "./badges.tsx";
import { timeOfDay } from "./clock-text.ts";
import { MessageMenu } from "./message-menu.tsx";
import { speakerColor } from "./speaker-color.ts";
import { chatWords } from "./words.en.ts";

interface MessageRowProps {
  readonly message: ChatMessage;
  /** Whether Tab reaches it: one message of the list. */
  readonly isReachable: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
  readonly onClose: (refocus: boolean) => void;
}

/**
 * A message: author and time above, the text below, as plain text. The whole message is one button that
 * opens its actions.
 */
export const MessageRow = memo(function MessageRow({
  message,
  isReachable,
  isOpen,
  onToggle,
  onClose,
}: MessageRowProps) {
  const { t } = useWords(chatWords);
  const { id, walletAddress, username, timestamp } = message;
  const text = shownChatText(message.content);
  return (
    <li className="px-2 py-0.5">
      <div
        className={classNames(
          "relative rounded-s px-2 py-1 has-focus-visible:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus",
          isOpen ? "bg-selected outline-1 outline-accent/40" : "hover:bg-raised/60",
        )}
      >
        {/* The time stays in the first line, however many badges there are. */}
        <div className="flex items-start gap-x-1.5 leading-5">
          <p className="flex min-h-5 min-w-0 flex-1 flex-wrap items-center gap-x-1.5 text-sm leading-5">
            <Badges speaker={message} />
            <b className="max-w-full min-w-0 truncate" style={{ color: speakerColor(walletAddress) }}>
              {username}
            </b>
          </p>
          <time dateTime={timestamp.toISOString()} className="shrink-0 text-xs leading-5 text-muted">
            {timeOfDay(timestamp)}
          </time>
        </div>
        <MessageText>
          <EmoteText text={text} />
        </MessageText>
        <button
          type="button"
          data-message={id}
          tabIndex={isReachable ? 0 : -1}
          aria-expanded={isOpen}
          aria-label={t("messageOf", { name: username, text })}
          onClick={() => onToggle(id)}
          className="absolute inset-0 outline-none"
        />
      </div>
      {isOpen && <MessageMenu message={message} onClose={onClose} />}
    </li>
  );
});

/** Lines of 22 px, which an emote does not make taller. */
export const MessageText = ({ children }: { readonly children: ReactNode }) => (
  <p className="min-h-[22px] text-base leading-[22px] wrap-anywhere whitespace-pre-wrap">{children}</p>
);
