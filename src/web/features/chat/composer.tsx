import { Smile } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { MAX_CHAT_CHARACTERS } from "../../../domain/chat-text.ts";
import type { Emote } from "../../foundation/lib/emotes.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useChatView } from "./chat-view.ts";
import { COMPLETION_ID, CompletionList, optionId } from "./completion-list.tsx";
import { draftState, insertInto } from "./composer-state.ts";
import { ComposerStatus } from "./composer-status.tsx";
import { useDraft } from "./lobby.ts";
import { Picker } from "./picker.tsx";
import { sendMessage } from "./send-message.ts";
import { useCompletion } from "./use-completion.ts";
import { useSendObstacle } from "./use-send-obstacle.ts";
import { chatWords } from "./words.en.ts";

/**
 * The field for writing messages: at most fifty characters, with the number left; Enter sends. While
 * nothing can be sent, the text stays as it is and can still be edited.
 */
export function Composer() {
  const { t } = useWords(chatWords);
  const text = useDraft((draft) => draft.text);
  const obstacle = useSendObstacle();
  const { ref, caret, focus, write, noteCaret, insert } = useField(text);
  const completion = useCompletion(text.slice(0, caret));
  const [picks, setPicks] = useState(false);
  const statusId = useId();
  const { length, left, isSendable } = draftState(text);
  const isOver = left < 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle !== null || !sendMessage(text)) return;
    write("", 0);
    setPicks(false);
  };
  const complete = (emote: Emote | undefined) => {
    if (emote === undefined) return;
    const from = text.lastIndexOf(":", caret - 1);
    insert(`:${emote.shortcode}: `, from);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method is still composing: this Enter belongs to it.
    if (event.nativeEvent.isComposing) return;
    const isOpen = completion.options.length > 0;
    if (isOpen && (event.key === "Enter" || event.key === "Tab"))
      complete(completion.options[completion.chosen]);
    else if (!completion.takeKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <form onSubmit={submit} className="relative grid gap-2 border-t border-divider/60 px-4 pt-2 pb-4">
      {picks && (
        <Picker
          onPick={(picked) => insert(picked)}
          onClose={() => {
            setPicks(false);
            focus();
          }}
        />
      )}
      {!picks && <CompletionList completion={completion} onPick={complete} />}
      <ComposerStatus id={statusId} obstacle={obstacle} />
      <div className="flex gap-2">
        <div className="flex min-h-11 min-w-0 flex-1 items-center rounded-m border border-control bg-bg/40 pl-3 focus-within:border-accent">
          <input
            ref={ref}
            role="combobox"
            aria-label={t("message")}
            aria-expanded={completion.options.length > 0}
            aria-controls={COMPLETION_ID}
            aria-autocomplete="list"
            aria-activedescendant={completion.options.length > 0 ? optionId(completion.chosen) : undefined}
            aria-describedby={statusId}
            aria-invalid={isOver}
            autoComplete="off"
            enterKeyHint="send"
            placeholder={t("saySomething")}
            value={text}
            onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
            onSelect={({ currentTarget }) => noteCaret(currentTarget.selectionStart ?? text.length)}
            onKeyDown={onKeyDown}
            className="h-11 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted max-tablet:text-[1rem]"
          />
          <span className={classNames("shrink-0 pl-2 text-xs", isOver ? "font-bold text-bad" : "text-muted")}>
            <span aria-hidden>
              {length}/{MAX_CHAT_CHARACTERS}
            </span>
            <span className="sr-only">
              {isOver ? t("charactersOver", { count: -left }) : t("charactersLeft", { count: left })}
            </span>
          </span>
          <button
            type="button"
            aria-label={t("pickEmoji")}
            aria-expanded={picks}
            aria-controls={picks ? "chat-picker" : undefined}
            onClick={() => setPicks(!picks)}
            className={classNames(
              "grid size-11 shrink-0 place-items-center rounded-m focus-visible:-outline-offset-2",
              picks ? "text-bright" : "text-muted hover:text-text",
            )}
          >
            <Smile aria-hidden size={18} />
          </button>
        </div>
        <Button type="submit" disabled={obstacle !== null || !isSendable} className="px-3.5!">
          {t("send")}
        </Button>
      </div>
    </form>
  );
}

/** The field and its caret, where emojis and emotes are inserted wherever the focus is. */
function useField(text: string) {
  const ref = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(text.length);
  const moveTo = useRef<number | null>(null);
  const focusAsked = useChatView((view) => view.focusAsked);
  const answered = useRef(0);

  const focus = () => ref.current?.focus();
  useEffect(() => {
    // The focus may have been requested before the field was mounted; each request is answered once.
    if (focusAsked === answered.current) return;
    answered.current = focusAsked;
    focus();
  }, [focusAsked]);
  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    ref.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  }, [text]);

  const write = (next: string, nextCaret: number) => {
    useDraft.setState({ text: next });
    setCaret(nextCaret);
  };
  return {
    ref,
    caret,
    focus,
    write,
    noteCaret: setCaret,
    /** Replaces the selection, or everything from a position to the caret. */
    insert: (inserted: string, from = ref.current?.selectionStart ?? text.length) => {
      const to = ref.current?.selectionEnd ?? text.length;
      const next = insertInto(text, { from, to }, inserted);
      moveTo.current = next.caret;
      write(next.text, next.caret);
    },
  };
}
