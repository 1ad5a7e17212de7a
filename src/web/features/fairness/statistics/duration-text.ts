import type { TranslatorOf } from "../../../foundation/words/words.ts";
import type { statisticsWords } from "./words.en.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in at most two units, such as `12.5 s`, `3 min 20 s` or `2 d 4 h`; a dash if there is none. */
export function durationText(
  { t, decimal, whole }: TranslatorOf<typeof statisticsWords>,
  ms: number | null,
): string {
  if (ms === null) return "–";
  if (ms < 10 * SECOND) return t("seconds", { value: decimal(ms / SECOND, 1) });
  const rounded = Math.round(ms / SECOND) * SECOND;
  const part = (size: number, in_: number) => Math.floor((rounded % in_) / size);
  const units = [
    ["daysLong", Math.floor(rounded / DAY)],
    ["hours", part(HOUR, DAY)],
    ["minutes", part(MINUTE, HOUR)],
    ["seconds", part(SECOND, MINUTE)],
  ] as const;
  const first = units.findIndex(([, value]) => value > 0);
  return units
    .slice(first, first + 2)
    .filter(([, value]) => value > 0)
    .map(([unit, value]) => t(unit, { value: whole(value) }))
    .join(" ");
}
