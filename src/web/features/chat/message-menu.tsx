import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ChatMessage } from "../../../contract/chat/chat.ts";
import { shortcutKey } from "../../foundation/lib/keys.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useChatViewer } from "./chat-viewer.ts";
import { actionsFor, type MessageAction, reportReasons } from "./message-actions.ts";
import { chatWords } from "./words.en.ts";

interface MessageMenuProps {
  readonly message: ChatMessage;
  /** Called with whether the focus returns to the message. */
  readonly onClose: (refocus: boolean) => void;
}

/**
 * What can be done about a message, below it. Each action has a key, which works only while the focus is
 * in the menu. The ban is set apart and has to be confirmed; a report asks for the reason.
 */
export function MessageMenu({ message, onClose }: MessageMenuProps) {
  const translator = useWords(chatWords);
  const { t } = translator;
  const viewer = useChatViewer();
  const [chosenAction, setChosenAction] = useState<MessageAction | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const actions =
    chosenAction?.asks === "reason"
      ? reportReasons(message, translator)
      : actionsFor(message, viewer, translator);
  const confirms = chosenAction?.asks === "ban";

  useEffect(() => {
    root.current?.scrollIntoView({ block: "nearest" });
    root.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }, [chosenAction]);

  const choose = (action: MessageAction) => {
    if (action.asks !== undefined && action !== chosenAction) return setChosenAction(action);
    action.run();
    onClose(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = shortcutKey(event.nativeEvent);
    if (key === "Escape") onClose(true);
    else if (confirms) return;
    else if (!moveFocus(root.current, key)) {
      const action = actions.find(({ letter }) => letter === key.toUpperCase());
      if (action === undefined) return;
      choose(action);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons in it have the focus; the keys of all of them are handled in one place
    <div
      ref={root}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        const row = currentTarget.closest("li");
        if (relatedTarget !== null && row?.contains(relatedTarget) === false) onClose(false);
      }}
      className="panel enter mx-2 mt-1 mb-1.5 rounded-m! border-control! bg-panel p-2"
    >
      <p aria-hidden className="flex justify-between gap-3 px-3 pt-1 pb-1.5 text-xs text-muted">
        <span className="truncate">
          {chosenAction?.asks === "reason" ? t("reportWhy") : message.username}
        </span>
        <kbd className="font-ui max-tablet:hidden">{t("escape")}</kbd>
      </p>
      {confirms && chosenAction !== null ? (
        <Confirmation
          name={message.username}
          action={chosenAction}
          onCancel={() => setChosenAction(null)}
          onConfirm={choose}
        />
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

interface ConfirmationProps {
  readonly name: string;
  readonly action: MessageAction;
  readonly onCancel: () => void;
  readonly onConfirm: (action: MessageAction) => void;
}

function Confirmation({ name, action, onCancel, onConfirm }: ConfirmationProps) {
  const { t } = useWords(chatWords);
  return (
    <div role="alertdialog" aria-label={action.text} className="px-3 pb-1">
      <p className="mb-3">{t("banConfirm", { name })}</p>
      <div className="flex flex-wrap gap-2">
        <Button data-first onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button look="danger" onClick={() => onConfirm(action)}>
          {action.text}
        </Button>
      </div>
    </div>
  );
}

interface MenuActionProps {
  readonly action: MessageAction;
  readonly isFirst: boolean;
  readonly onChoose: (action: MessageAction) => void;
}

function MenuAction({ action, isFirst, onChoose }: MenuActionProps) {
  const { icon: Icon, letter, text } = action;
  const isGrave = action.asks === "ban";
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
        <Icon aria-hidden size={18} className={classNames(!isGrave && "text-muted")} />
        <span className="min-w-0 flex-1">{text}</span>
        <kbd
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-s border border-divider font-ui text-xs text-muted max-tablet:hidden"
        >
          {letter}
        </kbd>
      </button>
    </>
  );
}

function moveFocus(root: HTMLElement | null, key: string): boolean {
  const items = Array.from(root?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: -1 }[key];
  if (next === undefined) return false;
  items.at(next % items.length)?.focus();
  return true;
}
