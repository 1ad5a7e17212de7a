interface Dated {
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

export type Season = "coming" | "now" | "over";

/** Where a group is relative to its dates; a group without dates is always in season (rule EMOTE-15). */
export function seasonOf({ starts_at: from, ends_at: to }: Dated, nowMs: number): Season {
  if (to !== null && nowMs >= to.getTime()) return "over";
  return from !== null && nowMs < from.getTime() ? "coming" : "now";
}
