import { DAY_MS } from "../../../domain/day-length.ts";
import type { Language } from "../../foundation/words/language.ts";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** `12:39`, in local time. */
export const timeOfDay = (time: Date): string =>
  `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;

/** `Tuesday, November 24`; the page has its own words for today and yesterday. */
export const dayText = (day: Date, language: Language): string =>
  day.toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });

/** Number of midnights between a day and now. */
export function daysAgo(day: Date, now: Date = new Date()): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(now) - midnight(day)) / DAY_MS);
}

/** `9:41` from a minute on, `2:05:00` from an hour on, otherwise `41 s`: how long a restriction still lasts. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return minutes > 0 ? `${minutes}:${twoDigits(seconds % 60)}` : `${seconds} s`;
}
