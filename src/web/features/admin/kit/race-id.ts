/**
 * The id of the race that a typed text names, by its id or by its number as pages show it: `#12 345`, with any or no
 * space, or the digits alone. Null for any other text.
 */
export function raceIdOf(text: string): string | null {
  const id = text.trim().toLowerCase();
  const digits = /^#?\s*(\d[\d\s]*)$/.exec(id)?.[1]?.replace(/\s/g, "");
  if (digits !== undefined && digits.length <= 15) return `race-${Number(digits)}`;
  return /^[0-9a-z-]{1,64}$/.test(id) ? id : null;
}
