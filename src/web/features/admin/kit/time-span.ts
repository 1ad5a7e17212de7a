import type { TranslatorOf } from "../../../foundation/words/words.ts";
import type { kitWords } from "./words.en.ts";
import { DAY_S } from "../../../../domain/utc-day.ts";

/** A length of time in its largest unit: `8 s`, `11 min`, `21 h`, `3 d`; never below zero. */
export function spanText(ms: number, { t }: TranslatorOf<typeof kitWords>): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return t("spanSeconds", { count: seconds });
  if (seconds < 3_600) return t("spanMinutes", { count: Math.floor(seconds / 60) });
  if (seconds < 48 * 3_600) return t("spanHours", { count: Math.floor(seconds / 3_600) });
  return t("spanDays", { count: Math.floor(seconds / DAY_S) });
}

/** A remaining time in clock format: `23:59:08`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
