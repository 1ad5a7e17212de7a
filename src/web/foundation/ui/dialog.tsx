import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { CloseButton } from "./close-button.tsx";
import { useWords } from "../words/use-words.ts";
import { uiWords } from "./words.en.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and returns the focus. A full sheet at
 * the bottom on a phone.
 */
export function Dialog({ open, onClose, title, children, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { t } = useWords(uiWords);

  // Before the element is removed: afterwards it could no longer return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null || !open) return;
    dialog.showModal();
    // Focuses the field to be typed in, or what is chosen; otherwise the focus would go to the Close button.
    dialog.querySelector<HTMLElement>("input:not([type=checkbox], [type=radio]:not(:checked))")?.focus();
    return () => dialog.close();
  }, [open]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the click handler is only for the backdrop; the keyboard has Escape, which the element handles itself
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // Not when it goes, since another dialog may stand in its place by then, nor when it is open again.
      onClose={({ currentTarget }) => open && element.current !== null && !currentTarget.open && onClose()}
      // A form around the dialog is not the one that was submitted.
      onSubmit={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
      className={classNames(
        "panel m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto p-0 open:overlay-enter max-tablet:mb-0 max-tablet:w-full max-tablet:max-w-full max-tablet:rounded-b-none",
        wide ? "max-w-[680px]" : "max-w-[440px]",
      )}
    >
      {open && (
        <div className="p-6">
          <div className="mb-4 flex items-start justify-between gap-4">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <CloseButton label={t("close")} onClick={onClose} className="-mt-2 -mr-3" />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
