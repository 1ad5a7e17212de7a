import { useId, type ReactNode } from "react";
import { classNames } from "../../../foundation/ui/class-names.ts";

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown above the field, at the right end. */
  readonly aside?: ReactNode;
  readonly error?: string | null;
  readonly className?: string;
}

/** What ties a control to the texts around it. */
interface Ties {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

export const controlLook =
  "min-h-11 w-full min-w-0 rounded-m border border-control bg-bg px-3 outline-none focus:border-accent focus-visible:outline-2 focus-visible:outline-focus disabled:opacity-60 aria-invalid:border-bad";

/** A control with its label, hint and error, which screen readers announce with it. */
export function Field({
  label,
  hint,
  aside,
  error = null,
  className,
  children,
}: FieldProps & { readonly children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
      <div className="flex items-baseline justify-between gap-3 text-xs text-muted">
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span aria-hidden>{aside}</span>}
      </div>
      {children({ id, "aria-describedby": about, "aria-invalid": error !== null })}
      <p id={about} className="text-xs text-muted empty:hidden">
        {hint}
        {error !== null && (
          <span role="alert" className="block text-sm text-bad">
            {error}
          </span>
        )}
      </p>
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "search" | "number" | "date" | "datetime-local" | "url";
  readonly unit?: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly isMono?: boolean;
}

export function TextField({
  value,
  onChange,
  type = "text",
  unit,
  min,
  max,
  step,
  maxLength,
  placeholder,
  isDisabled = false,
  isMono = false,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(ties) => (
        <span className="relative block">
          <input
            {...ties}
            type={type}
            value={value}
            min={min}
            max={max}
            step={step}
            maxLength={maxLength}
            placeholder={placeholder}
            disabled={isDisabled}
            autoComplete="off"
            // Names, addresses, keys and amounts: a phone would change them while they are typed.
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className={classNames(controlLook, unit !== undefined && "pr-12", isMono && "field-mono")}
          />
          {unit !== undefined && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-xs font-bold text-muted"
            >
              {unit}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly rows?: number;
}

export function TextArea({ value, onChange, maxLength, rows = 3, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(ties) => (
        <textarea
          {...ties}
          value={value}
          rows={rows}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlLook} py-2`}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly isDisabled?: boolean;
}

export function SelectField<Value extends string>({
  value,
  onChange,
  options,
  isDisabled = false,
  ...field
}: SelectFieldProps<Value>) {
  return (
    <Field {...field}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          disabled={isDisabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          className={controlLook}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A choice among few options, all of them visible. */
export function Chips<Value extends string>({
  label,
  value,
  options,
  onChange,
  isTight = false,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** Under a field, where the chips should fit in one row. */
  readonly isTight?: boolean;
}) {
  return (
    <fieldset aria-label={label} className={`flex min-w-0 flex-wrap ${isTight ? "gap-1" : "gap-2"}`}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={`min-h-11 rounded-full border border-divider text-sm font-bold text-muted aria-pressed:border-accent/60 aria-pressed:bg-selected aria-pressed:text-bright ${isTight ? "min-w-11 px-2" : "px-4"}`}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
