import type { ReactNode } from "react";

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its label. */
  readonly children: ReactNode;
}

/** Something that is on or off. */
export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-6 w-10 shrink-0 cursor-pointer rounded-full border border-control transition not-forced-colors:appearance-none before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-muted before:transition-transform forced-colors:before:hidden checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-ink"
      />
      {children}
    </label>
  );
}
