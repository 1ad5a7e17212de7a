import { Check } from "lucide-react";
import { isColor, LONGEST_COLOR } from "../../../../domain/silk-colors.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { TextField } from "./fields.tsx";
import { kitWords } from "./words.en.ts";

/** The colours on offer: those of the founding horses first. */
export const presetColors = [
  "#D7263D",
  "#3E8BFF",
  "#FFD23F",
  "#2BD4BD",
  "#F76B15",
  "#E9E4F2",
  "#8E44EC",
  "#3BA55C",
  "#E85DA0",
  "#8A5A34",
  "#14213D",
  "#9AA0A6",
  "#B8E04A",
  "#7A1030",
  "#0E6E78",
  "#F4A6B8",
] as const;

interface ColorPickerProps {
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly error?: string | null;
}

/** A colour: one of 16, from the browser's own picker, or typed. */
export function ColorPicker({ value, onChange, error = null }: ColorPickerProps) {
  const { t } = useWords(kitWords);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-xs text-muted">{t("color")}</legend>
      <div className="grid grid-cols-8 gap-1.5">
        {presetColors.map((color) => (
          <label
            key={color}
            className="relative grid h-11 cursor-pointer place-items-center rounded-s border border-control has-checked:outline-2 has-checked:outline-offset-1 has-checked:outline-focus has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <svg aria-hidden width="100%" height="100%" className="absolute inset-0 rounded-s">
              <rect width="100%" height="100%" fill={color} />
            </svg>
            <input
              type="radio"
              name="preset-color"
              aria-label={t("preset", { color })}
              checked={value.toLowerCase() === color.toLowerCase()}
              onChange={() => onChange(color)}
              className="sr-only"
            />
            {value.toLowerCase() === color.toLowerCase() && (
              <span className="relative grid size-5 place-items-center rounded-full bg-bg text-text">
                <Check aria-hidden size={14} strokeWidth={3} />
              </span>
            )}
          </label>
        ))}
      </div>
      <div className="grid grid-cols-[56px_1fr] items-start gap-2">
        <input
          type="color"
          aria-label={t("ownColor")}
          value={isColor(value) ? value.toLowerCase() : "#000000"}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          className="mt-5 h-11 w-full cursor-pointer rounded-m border border-control bg-bg p-1"
        />
        <TextField
          label={t("hex")}
          value={value}
          maxLength={LONGEST_COLOR}
          isMono
          onChange={onChange}
          error={error}
        />
      </div>
    </fieldset>
  );
}
