import { useEffect, useId, useRef, type ReactNode } from "react";
import { isPageCovered } from "../../../foundation/lib/dialogs.ts";
import { CloseButton } from "../../../foundation/ui/close-button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { kitWords } from "./words.en.ts";

interface DrawerProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Goes to the next or previous row, with the arrow keys; does nothing where there is none. */
  readonly step?: (by: 1 | -1) => void;
  readonly children: ReactNode;
}

/**
 * A record next to its list, which stays usable; full screen on a phone. Escape closes it, arrow keys go through the
 * list.
 */
export function Drawer({ title, onClose, step, children }: DrawerProps) {
  const element = useRef<HTMLElement>(null);
  const headingId = useId();
  const { t } = useWords(kitWords);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isPageCovered()) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const scrolled = target?.closest("[tabindex='0']") ?? null;
      // Arrows belong to a field, and to a region of the drawer that they scroll.
      const usesArrows =
        (target?.closest("input, textarea, select") ?? null) !== null ||
        (scrolled !== null && element.current?.contains(scrolled) === true);
      if (event.key === "Escape") onClose();
      else if (!usesArrows && event.key === "ArrowDown" && step !== undefined) step(1);
      else if (!usesArrows && event.key === "ArrowUp" && step !== undefined) step(-1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [onClose, step]);
  return (
    <section
      ref={element}
      aria-labelledby={headingId}
      tabIndex={-1}
      data-testid="drawer"
      className="drawer fixed inset-y-0 right-0 z-30 flex w-full flex-col overflow-y-auto outline-none tablet:top-[92px] tablet:z-20 tablet:w-[452px]"
    >
      <header className="sticky top-0 z-10 flex min-h-16 shrink-0 items-center gap-3 border-b border-hair bg-panel px-5">
        <h2 id={headingId} className="min-w-0 flex-1 text-lg">
          {title}
        </h2>
        <CloseButton label={t("close")} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
