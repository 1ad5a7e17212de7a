import { EmoteImage, type Emote } from "../../foundation/lib/emotes.tsx";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import type { Completion } from "./use-completion.ts";
import { chatWords } from "./words.en.ts";

export const COMPLETION_ID = "chat-completion";
export const optionId = (index: number): string => `${COMPLETION_ID}-${index}`;

interface CompletionListProps {
  readonly completion: Completion;
  readonly onPick: (emote: Emote) => void;
}

/** Completions of a shortcode being typed; the focus stays in the field. */
export function CompletionList({ completion: { options, chosen, choose }, onPick }: CompletionListProps) {
  const { t } = useWords(chatWords);
  if (options.length === 0) return null;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element shows pictures and leaves the focus in the field
      role="listbox"
      id={COMPLETION_ID}
      aria-label={t("emotes")}
      className="panel absolute inset-x-4 bottom-full z-10 mb-2 rounded-m! border-control! bg-panel p-2"
    >
      {options.map((emote, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles its keys
        <div
          key={emote.id}
          id={optionId(index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> shows no picture
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onPointerEnter={() => choose(index)}
          // So that the field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(emote)}
          className={classNames(
            "flex min-h-11 items-center gap-3 rounded-s px-3 tablet:min-h-9",
            index === chosen && "bg-raised",
          )}
        >
          <EmoteImage emote={emote} />
          <span className="truncate">:{emote.shortcode}:</span>
        </div>
      ))}
    </div>
  );
}
