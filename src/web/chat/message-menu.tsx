import { Ban, Clock, Copy, Eraser, Flag, type LucideIcon, Trash2, UserX } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ChatMessage } from "../../contract/chat/chat.ts";
import { shownChatText } from "../../domain/chat-text.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { copyText } from "../ui/copy-button.tsx";
import { useWords } from "../words/use-words.ts";
import type { TranslatorOf } from "../words/words.ts";
import { banPlayer, deleteMessage, mutePlayer, purgeMessages, tellOutcome } from "./moderation.ts";
import { useChatStanding, type ChatStanding } from "./chat-standing.ts";
import { chatWords } from "./words.en.ts";

interface MessageMenuProps {
  readonly message: ChatMessage;
  /** With whether the focus goes back to the message. */
  readonly onClose: (refocus: boolean) => void;
}

interface Action {
  readonly letter: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly run: () => void;
  /** Stands apart, and asks first. */
  readonly isGrave?: boolean;
}

/**
 * What can be done about a message, below it (rule CHAT-30). Each action has a letter, which counts only while the focus is
 * in the menu. The ban stands apart and is confirmed.
 */
export function MessageMenu({ message, onClose }: MessageMenuProps) {
  const translator = useWords(chatWords);
  const { t } = translator;
  const standing = useChatStanding();
  const [confirms, setConfirms] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const actions = actionsFor(message, standing, translator);

  useEffect(() => {
    root.current?.scrollIntoView({ block: "nearest" });
    root.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }, [confirms]);

  const choose = (action: Action) => {
    if (action.isGrave === true && !confirms) return setConfirms(true);
    action.run();
    onClose(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") onClose(true);
    else if (confirms) return;
    else if (/^Arrow(Up|Down)$|^Home$|^End$/.test(event.key)) moveFocus(root.current, event.key);
    else {
      const action = actions.find(({ letter }) => letter === event.key.toUpperCase());
      if (action === undefined) return;
      choose(action);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const grave = actions.find(({ isGrave }) => isGrave);

  return (
    // The buttons in it have the focus; the keys are heard from all of them in one place.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        const row = currentTarget.closest("li");
        if (relatedTarget !== null && row?.contains(relatedTarget) === false) onClose(false);
      }}
      className="panel mx-2 mt-1 mb-1.5 rounded-m! border-control! bg-panel p-2 enter"
    >
      <p aria-hidden className="flex justify-between px-3 pt-1 pb-1.5 text-xs text-muted">
        <span className="truncate">{message.username}</span>
        <kbd className="font-ui">{t("escape")}</kbd>
      </p>
      {confirms && grave !== undefined ? (
        <div role="alertdialog" aria-label={grave.text} className="px-3 pb-1">
          <p className="mb-3">{t("banConfirm", { name: message.username })}</p>
          <div className="flex flex-wrap gap-2">
            <Button data-first onClick={() => setConfirms(false)}>
              {t("cancel")}
            </Button>
            <Button look="danger" onClick={() => choose(grave)}>
              {grave.text}
            </Button>
          </div>
        </div>
      ) : (
        <div role="menu" aria-label={t("actionsFor", { name: message.username })}>
          {actions.map((action, index) => (
            <MenuAction key={action.letter} action={action} isFirst={index === 0} onChoose={choose} />
          ))}
        </div>
      )}
    </div>
  );
}

interface MenuActionProps {
  readonly action: Action;
  readonly isFirst: boolean;
  readonly onChoose: (action: Action) => void;
}

function MenuAction({ action, isFirst, onChoose }: MenuActionProps) {
  const { icon: Icon, letter, text, isGrave = false } = action;
  return (
    <>
      {isGrave && <hr aria-hidden className="my-1 border-divider" />}
      <button
        type="button"
        role="menuitem"
        aria-keyshortcuts={letter}
        data-first={isFirst ? "" : undefined}
        tabIndex={isFirst ? 0 : -1}
        onClick={() => onChoose(action)}
        className={classNames(
          "flex min-h-11 w-full items-center gap-3 rounded-s px-3 text-left text-base hover:bg-raised focus:bg-raised",
          isGrave && "text-bad",
        )}
      >
        <Icon aria-hidden size={18} className={classNames("shrink-0", !isGrave && "text-muted")} />
        <span className="min-w-0 flex-1">{text}</span>
        <kbd className="grid size-6 shrink-0 place-items-center rounded-s border border-divider font-ui text-xs text-muted max-tablet:hidden">
          {letter}
        </kbd>
      </button>
    </>
  );
}

function moveFocus(root: HTMLElement | null, key: string): void {
  const items = Array.from(root?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: -1 }[key] ?? 0;
  items.at(next % items.length)?.focus();
}

/** What somebody of this standing may do about a message; one's own is not reported, nor is its author blocked. */
function actionsFor(
  message: ChatMessage,
  standing: ChatStanding,
  { t }: TranslatorOf<typeof chatWords>,
): readonly Action[] {
  const { id, walletAddress, username: name } = message;
  const isOwn = walletAddress === standing.address;
  const isProtected = isOwn || message.isAdmin || message.isModerator;
  const copy: Action = {
    letter: "C",
    icon: Copy,
    text: t("copyMessage"),
    run: () => void copyText(shownChatText(message.content), t("messageCopied")),
  };
  const remove: Action = {
    letter: "D",
    icon: Trash2,
    text: t("deleteMessage"),
    run: () => void tellOutcome(deleteMessage(id), t("messageDeleted")),
  };
  const purge: Action = {
    letter: "P",
    icon: Eraser,
    text: t("purge"),
    run: () => void tellOutcome(purgeMessages(walletAddress), t("purged", { name })),
  };
  if (standing.moderates) {
    if (isProtected) return [remove, purge, copy];
    const mute: Action = {
      letter: "M",
      icon: Clock,
      text: t("mute"),
      run: () => void tellOutcome(mutePlayer(walletAddress), t("mutedPlayer", { name })),
    };
    const ban: Action = {
      letter: "B",
      icon: Ban,
      text: t("ban"),
      isGrave: true,
      run: () => void tellOutcome(banPlayer(walletAddress), t("bannedPlayer", { name })),
    };
    return [mute, remove, purge, copy, ban];
  }
  if (isOwn) return [copy];
  const report: Action = {
    letter: "R",
    icon: Flag,
    text: t("report"),
    run: () => void tellOutcome(standing.report(id), t("reported")),
  };
  const block: Action = {
    letter: "K",
    icon: UserX,
    text: t("block"),
    run: () => void tellOutcome(standing.block(walletAddress), t("blockedPlayer", { name })),
  };
  return [report, block, copy];
}
