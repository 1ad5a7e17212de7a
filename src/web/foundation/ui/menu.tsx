import { useEffect, useId, useRef, useState, type ReactNode } from "react";

interface MenuProps {
  readonly label: ReactNode;
  /** Accessible name, for people who do not see the label. */
  readonly name: string;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a list of actions below it. Escape, a click elsewhere or leaving with Tab closes it. */
export function Menu({ label, name, className, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={root} className="tablet:relative">
      <button
        ref={button}
        id={buttonId}
        type="button"
        aria-expanded={open}
        aria-label={name}
        onClick={() => setOpen(!open)}
        className={className}
      >
        {label}
      </button>
      {open && (
        <div className="panel absolute top-full right-0 z-30 mt-2 min-w-56 max-tablet:right-3 max-tablet:mt-0 bg-panel p-2 enter">
          {children(() => {
            setOpen(false);
            // What opens next returns the focus to the element that has it now.
            document.getElementById(buttonId)?.focus();
          })}
        </div>
      )}
    </div>
  );
}

interface MenuItemProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
}

export function MenuItem({ icon, children, onSelect }: MenuItemProps) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className="flex min-h-11 w-full items-center gap-3 rounded-m px-3 text-left text-base hover:bg-raised"
    >
      <span className="text-muted">{icon}</span>
      {children}
    </button>
  );
}
