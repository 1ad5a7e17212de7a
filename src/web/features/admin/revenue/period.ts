import { DAY_MS } from "../../../../domain/day-length.ts";
import { daysBefore, type UtcDay } from "../../../../domain/utc-day.ts";

export const periods = ["today", "week", "month", "all"] as const;
export type Period = (typeof periods)[number];

const DAYS = { today: 1, week: 7, month: 30 } as const;

/** The first day of a period that ends today, in UTC; undefined if the period has none. */
export const firstDayOf = (period: Period, nowMs: number): UtcDay | undefined =>
  period === "all" ? undefined : daysBefore(nowMs, DAYS[period] - 1);

/** Number of days from a day to today, both included. */
export const daysSince = (from: UtcDay, nowMs: number): number =>
  Math.max(1, Math.floor((nowMs - Date.parse(from)) / DAY_MS) + 1);

/** The first and the last day of the equally long period just before the one from a day to today. */
export function periodBefore(from: UtcDay, nowMs: number): { readonly from: UtcDay; readonly to: UtcDay } {
  const began = Date.parse(from);
  return { from: daysBefore(began, daysSince(from, nowMs)), to: daysBefore(began, 1) };
}
