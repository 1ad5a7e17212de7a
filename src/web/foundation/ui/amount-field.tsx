import type { ReactNode } from "react";
import { useWords } from "../words/use-words.ts";
import { classNames } from "./class-names.ts";
import { uiWords } from "./words.en.ts";

interface AmountFieldProps {
  /** For screen readers; not visible. */
  readonly label: string;
  /** SOL with a decimal point, as `parseSol` reads it; displayed in the format of the page's language. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** For the whole field: its size and background. */
  readonly className?: string;
  /** On a phone 16 px at least (rule PAGE-6). */
  readonly textSize?: "text-base max-tablet:text-[1rem]" | "text-lg" | "text-xl";
  /** At the field's end: the unit, or a button. */
  readonly children?: ReactNode;
}

/** A field for an amount of SOL. */
export function AmountField({
  label,
  value,
  onChange,
  id,
  disabled = false,
  placeholder = "",
  className,
  textSize = "text-lg",
  children,
}: AmountFieldProps) {
  const { typed } = useWords(uiWords);
  return (
    <div
      className={classNames(
        "flex items-center gap-3 rounded-m border border-control focus-within:border-accent",
        className,
      )}
    >
      <input
        id={id}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder={typed(placeholder)}
        value={typed(value)}
        disabled={disabled}
        onChange={(event) => onChange(editAmount(value, event.target.value))}
        className={classNames(
          "figure w-full min-w-0 bg-transparent outline-none disabled:opacity-70",
          textSize,
        )}
      />
      {children}
    </div>
  );
}

/**
 * What the field contains after an edit: digits with one optional point and at most nine decimals. Any other edit
 * leaves it as it was. A comma counts as the point, for keyboards that have no point. Full-width digits and points, which
 * Japanese and Chinese keyboards type, become those that everybody reads. The unit before or after an amount is understood.
 */
export function editAmount(before: string, typed: string): string {
  const next = typed
    .normalize("NFKC")
    .trim()
    .replace(/^sol\s*(?=.)|(?!^)\s*sol$/i, "")
    .replace(/[,。]/, ".");
  return /^\d{0,7}(\.\d{0,9})?$/.test(next) ? next : before;
}

/** The unit at a field's end. */
export const SolUnit = ({ className }: { readonly className?: string }) => (
  <span aria-hidden className={classNames("font-bold text-muted", className)}>
    SOL
  </span>
);
