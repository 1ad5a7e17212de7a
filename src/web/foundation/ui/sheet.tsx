import { useEffect, useRef, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface SheetProps {
  /** Accessible name. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
}

/**
 * A large dialog over the page, which the owner of the sheet makes inert meanwhile; the whole screen on a phone. Unlike
 * the browser's own modal dialog, it leaves room above itself for toasts and smaller dialogs. Escape or a press next to
 * it closes it.
 */
export function Sheet({ label, onClose, children, className }: SheetProps) {
  const veil = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      const isOfDialog = document.querySelector("dialog[open]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isOfDialog) onClose();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the press is only for the veil; the keyboard has Escape
    <div
      ref={veil}
      data-sheet
      onClick={(event) => {
        if (event.target === veil.current) onClose();
      }}
      className="sheet-veil fixed inset-0 z-40 grid place-items-center"
    >
      <section
        ref={sheet}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own dialog would cover the toasts and make them silent
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        className={classNames("sheet flex min-h-0 flex-col overflow-hidden outline-none", className)}
      >
        {children}
      </section>
    </div>
  );
}
