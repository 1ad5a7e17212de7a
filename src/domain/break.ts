import { DAY_MS } from "./day-length.ts";

/** A break from betting: a short one, or self-exclusion. */
export const breakKinds = ["cool_off", "exclusion"] as const;
export type BreakKind = (typeof breakKinds)[number];

export interface Break {
  readonly kind: BreakKind;
  readonly until: Date;
}

export const LONGEST_COOL_OFF_DAYS = 30;
export const SHORTEST_EXCLUSION_MONTHS = 6;
export const LONGEST_EXCLUSION_MONTHS = 120;

/** Days of a cool-off, or months of an exclusion. */
export type BreakRequest = { readonly days: number } | { readonly exclude: number };

/**
 * The requested break. A month ends on the same day of the next month; if that has no such day, after it, so that no
 * month is shorter than it says.
 */
export function breakFrom(request: BreakRequest, nowMs: number): Break {
  if ("days" in request) return { kind: "cool_off", until: new Date(nowMs + request.days * DAY_MS) };
  const until = new Date(nowMs);
  until.setUTCMonth(until.getUTCMonth() + request.exclude);
  return { kind: "exclusion", until };
}
