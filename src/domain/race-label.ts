/** A race's number for people: the digits its id begins or ends with, in groups of three. */
export function raceLabel(id: string): string {
  const digits = /^\d+|\d+$/.exec(id)?.[0];
  if (digits === undefined) return `#${id.slice(0, 8)}`;
  return `#${digits.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, "\u2009")}`;
}
