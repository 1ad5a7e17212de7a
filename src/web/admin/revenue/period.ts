import { daysBefore, type UtcDay } from "../../../domain/utc-day.ts";

export const periods = ["today", "week", "month", "all"] as const;
export type Period = (typeof periods)[number];

const DAYS = { today: 1, week: 7, month: 30 } as const;

/** The first day of a period that ends today, in UTC; undefined if the period has none. */
export const firstDayOf = (period: Period, nowMs: number): UtcDay | undefined =>
  period === "all" ? undefined : daysBefore(nowMs, DAYS[period] - 1);
