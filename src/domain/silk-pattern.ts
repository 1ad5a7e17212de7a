/** The jockey's shirt in a square of 48 units, and the shade along its right side. */
export const SILK_SHIRT =
  "M16 5 L2 14 L8 24 L14 20 L14 43 L34 43 L34 20 L40 24 L46 14 L32 5 C30 9.5 18 9.5 16 5 Z";
export const SILK_SHADE = "M34 14 L40 24 L34 20 L34 43 L29 43 Z";

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

/** The marks of a pattern on the shirt, as one path. */
export const silkMarks: Readonly<Record<SilkPattern, string>> = {
  sash: "M9 0 L20 0 L46 46 L34 48 Z",
  hoops: "M0 11h48v6H0z M0 22h48v6H0z M0 33h48v6H0z",
  quarters: "M24 0h24v24H24z M0 24h24v24H0z",
  stars:
    "M18 9l1.2 2.6 2.8.3-2.1 1.9.6 2.800L18 15.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z M31 8l1.2 2.6 2.8.3-2.1 1.9.6 2.800L31 14.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z M8 12l1.1 2 2.2.3-1.6 1.5.4 2.2-2.1-1-2 1 .4-2.200L4.8 14.300l2.2-.3z M40 12l1.1 2 2.2.3-1.6 1.5.4 2.2-2.1-1-2 1 .4-2.2-1.6-1.5 2.2-.3z M17 37l1.2 2.6 2.8.3-2.1 1.9.6 2.800L17 43.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z M31 37l1.2 2.6 2.8.3-2.1 1.9.6 2.800L31 43.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z",
  chevrons: "M2 6 L24 18 L46 6 L46 13 L24 25 L2 13 Z M2 24 L24 36 L46 24 L46 31 L24 43 L2 31 Z",
  spots:
    "M6.7 13a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM34.7 13a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM14.7 12a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM26.7 12a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM11.7 38a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM20.7 40a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0zM29.7 38a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0z",
};
