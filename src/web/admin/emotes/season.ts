interface Dated {
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
}

export type Season = "coming" | "now" | "over";

/** Where a group stands between its dates; one without dates is always there (rule EMOTE-15). */
export function seasonOf({ starts_at: from, ends_at: to }: Dated, nowMs: number): Season {
  if (to !== null && nowMs >= to.getTime()) return "over";
  return from !== null && nowMs < from.getTime() ? "coming" : "now";
}
