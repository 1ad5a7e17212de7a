import type { ChipTone } from "./bits.tsx";

interface Dated {
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

export type Season = "coming" | "now" | "over";

export const seasonTones = { coming: "info", now: "good", over: "plain" } as const satisfies Record<
  Season,
  ChipTone
>;

/**
 * Where an emote group or an announcement is relative to its dates; one without dates is always in season.
 */
export function seasonOf({ starts_at: from, ends_at: to }: Dated, nowMs: number): Season {
  if (to !== null && nowMs >= to.getTime()) return "over";
  return from !== null && nowMs < from.getTime() ? "coming" : "now";
}
