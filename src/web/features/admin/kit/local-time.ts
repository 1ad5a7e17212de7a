/** The value of a local-time field as an instant; null when empty. */
export const instantOf = (local: string): Date | null => (local === "" ? null : new Date(local));

/** An instant as the value of a local-time field, to the minute; empty for none. */
export function localOf(instant: Date | null): string {
  if (instant === null) return "";
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
