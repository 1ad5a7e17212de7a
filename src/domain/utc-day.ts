import { DAY_MS } from "./day-length.ts";

/** A day in UTC, as `2026-11-23`. Days compare as strings. */
export type UtcDay = string;

export const DAY_S = DAY_MS / 1000;

/**
 * The UTC day of a moment in epoch milliseconds.
 */
export const utcDay = (ms: number): UtcDay => new Date(ms).toISOString().slice(0, 10);

/**
 * The UTC day `days` days before the day of a moment; 0 is that day itself.
 */
export const daysBefore = (ms: number, days: number): UtcDay => utcDay(ms - days * DAY_MS);
