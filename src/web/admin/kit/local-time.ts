/** What a field for a local time holds, as an instant; null for nothing. */
export const instantOf = (local: string): Date | null => (local === "" ? null : new Date(local));

/** An instant as a field for a local time holds it, to the minute; empty for none. */
export function localOf(instant: Date | null): string {
  if (instant === null) return "";
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
