import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface CheckboxProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its label. */
  readonly children: ReactNode;
}

/** A choice that takes effect at once. */
export function Checkbox({ checked, disabled = false, onChange, children }: CheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 has-disabled:opacity-60">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 rounded-s border border-control transition not-forced-colors:appearance-none checked:border-accent checked:bg-accent"
        />
        {checked && (
          <Check
            aria-hidden
            strokeWidth={3.5}
            className="pointer-events-none absolute size-3.5 text-ink forced-colors:hidden"
          />
        )}
      </span>
      {children}
    </label>
  );
}
