import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { EmoteImage, useEmotes } from "../../foundation/lib/emotes.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { emojis } from "./emojis.ts";
import { chatWords } from "./words.en.ts";

const COLUMNS = 5;

interface PickerProps {
  readonly onPick: (text: string) => void;
  readonly onClose: () => void;
}

/** Fifteen emojis, and the emotes that the player may use. It stays open, so that several can be picked. */
export function Picker({ onPick, onClose }: PickerProps) {
  const { t } = useWords(chatWords);
  const { emotes } = useEmotes();
  const [named, setNamed] = useState("");
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => root.current?.querySelector("button")?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    else if (!moveFocus(event.key, root.current)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const cell = (text: string, name: string) => ({
    type: "button" as const,
    onClick: () => onPick(text),
    onFocus: () => setNamed(name),
    onPointerEnter: () => setNamed(name),
    className:
      "grid h-11 min-w-0 place-items-center rounded-m text-[22px] leading-none hover:bg-raised focus:bg-raised",
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons in it have the focus; the keys of all of them are handled in one place
    <div
      ref={root}
      id="chat-picker"
      onKeyDown={onKeyDown}
      className="panel absolute inset-x-4 bottom-full z-10 mb-2 max-h-80 overflow-y-auto rounded-m! border-control! bg-panel p-2 enter"
    >
      <section aria-label={t("emojis")}>
        <p aria-hidden className="px-3 pt-1 pb-1.5 text-xs text-muted">
          {t("emojis")}
        </p>
        <div className="grid grid-cols-5">
          {emojis.map(([emoji, name], index) => (
            <button key={emoji} aria-label={t(name)} tabIndex={index === 0 ? 0 : -1} {...cell(emoji, "")}>
              <span aria-hidden>{emoji}</span>
            </button>
          ))}
        </div>
      </section>
      <section aria-label={t("emotes")} className="mt-1.5 border-t border-divider pt-2">
        <p aria-hidden className="truncate px-3 pb-1.5 text-xs text-muted">
          {t("emotes")}
          {named !== "" && <span className="text-text"> · {named}</span>}
        </p>
        {emotes.length === 0 && <p className="px-3 pb-2 text-sm text-muted">{t("noEmotes")}</p>}
        <div className="grid grid-cols-5">
          {emotes.map((emote) => {
            const name = `:${emote.shortcode}:`;
            return (
              <button key={emote.id} aria-label={name} tabIndex={-1} {...cell(`${name} `, name)}>
                <EmoteImage emote={emote} size={28} />
              </button>
            );
          })}
        </div>
      </section>
    </div>
  );
}

/** Moves through the cells as laid out. Emojis and emotes each fill whole rows except the last. */
function moveFocus(key: string, root: HTMLElement | null): boolean {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[key];
  if (step === undefined || root === null) return false;
  const cells = Array.from(root.querySelectorAll("button"));
  const at = cells.findIndex((cell) => cell === document.activeElement);
  cells[Math.max(0, Math.min(at + step, cells.length - 1))]?.focus();
  return true;
}
