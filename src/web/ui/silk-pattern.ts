const patterns = [
  { name: "sash", second: "#ffffff", cap: "#ffffff" },
  { name: "hoops", second: "#ffffff", cap: "#ffffff" },
  { name: "quarters", second: "#1a1a1a", cap: "#1a1a1a" },
  { name: "stars", second: "#0b3b3a", cap: "#10313a" },
  { name: "chevrons", second: "#1b2b4a", cap: "#1b2b4a" },
  { name: "spots", second: "#6a3fc4", cap: "#6a3fc4" },
] as const;

export type SilkPattern = (typeof patterns)[number]["name"];

/** The pattern, its second colour and the cap of a lane's jockey, by the horse's number from 1. */
export const patternOf = (number: number): (typeof patterns)[number] =>
  patterns[(number - 1) % patterns.length] ?? patterns[0];
