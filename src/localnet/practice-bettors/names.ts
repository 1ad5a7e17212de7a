const coats = [
  "bay",
  "roan",
  "grey",
  "dun",
  "sorrel",
  "piebald",
  "chestnut",
  "dapple",
  "palomino",
  "cremello",
];
const trees = ["rowan", "alder", "hazel", "willow", "aspen", "linden", "laurel", "juniper", "larch", "sorb"];

/** A name for attempt 0, 1, … of a bettor, such as `bay_rowan`; numbered once the plain ones are used up. */
export function bettorName(bettor: number, attempt: number): string {
  const place = bettor + attempt * 7;
  const coat = coats[place % coats.length] ?? "bay";
  const tree = trees[(place + Math.floor(place / coats.length)) % trees.length] ?? "rowan";
  return attempt < 5 ? `${coat}_${tree}` : `${coat}_${tree}${attempt}${bettor}`;
}
