import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useWords } from "../../foundation/words/use-words.ts";
import { chatWords } from "./words.en.ts";

interface SideViewProps {
  readonly heading: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** Moves the focus to the back button: the focused element was removed with its action. */
export const focusBack = (): void => document.querySelector<HTMLElement>("[data-chat] [data-back]")?.focus();

/** Shown in place of the messages for a while. Escape returns to them. */
export function SideView({ heading, onBack, children }: SideViewProps) {
  const { t } = useWords(chatWords);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it have the focus; Escape is handled for all of them in one place
    <section
      aria-label={heading}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onBack();
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex min-h-11 items-center border-b border-divider/60 px-1">
        <button
          ref={back}
          data-back
          type="button"
          aria-label={t("backToMessages")}
          onClick={onBack}
          className="grid size-11 place-items-center rounded-m text-muted hover:text-text focus-visible:-outline-offset-2"
        >
          <ChevronLeft aria-hidden size={18} />
        </button>
        <h3 className="text-base">{heading}</h3>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
    </section>
  );
}
