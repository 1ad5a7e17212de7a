import { type Result, ok, refuse } from "./result.ts";

export interface Username {
  /** As its owner writes it, normalized. */
  readonly username: string;
  /** What names that people confuse have in common; unique among all names that are taken or reserved. */
  readonly skeleton: string;
}

export type UsernameRefusal =
  | "USERNAME_REQUIRED"
  | "USERNAME_TOO_SHORT"
  | "USERNAME_TOO_LONG"
  | "USERNAME_INVALID"
  | "USERNAME_RESERVED";

const SHORTEST = 3;
const LONGEST = 20;
/** How much a field for one takes: NFKC can make text shorter. */
export const LONGEST_TYPED = 2 * LONGEST;

/**
 * Reads a username: 3 to 20 characters after NFKC and trimming, ASCII letters, digits, `_`, `-` and
 * `.`, at least one of them a letter or digit, and no name that speaks for the house (rules USERNAME-1, USERNAME-2 and
 * USERNAME-5). A username is always shorter than a wallet address, so a referral code is never both.
 */
export function parseUsername(text: string): Result<Username, UsernameRefusal> {
  const username = text.normalize("NFKC").trim();
  const length = Array.from(username).length;
  if (length === 0) return refused("USERNAME_REQUIRED", "Username is required");
  if (length < SHORTEST) return refused("USERNAME_TOO_SHORT", "Username must be at least 3 characters");
  if (length > LONGEST) return refused("USERNAME_TOO_LONG", "Username must be less than 20 characters");
  const skeleton = usernameSkeleton(username);
  if (!/^[A-Za-z0-9_.-]+$/.test(username) || skeleton === "") {
    return refused("USERNAME_INVALID", "Username may hold only letters, digits, _, - and .");
  }
  if (RESERVED.has(skeleton)) return refused("USERNAME_RESERVED", "This username is reserved for the house");
  return ok({ username, skeleton });
}

const refused = (code: UsernameRefusal, message: string) => refuse(code, { field: "username", message });

/** Single characters that are read as another one, after lower-casing. */
const READ_AS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  i: "l",
  "2": "z",
  "5": "s",
  "8": "b",
};

/**
 * Folds letter case, separators and look-alikes: 0/o, 1/i/l, 2/z, 5/s, 8/b, rn/m, vv/w, cl/d. Two
 * names with the same skeleton are the same name to a reader.
 */
export function usernameSkeleton(username: string): string {
  return username
    .toLowerCase()
    .replaceAll(/[_.-]/g, "")
    .replaceAll(/[012i58]/g, (character) => READ_AS[character] ?? character)
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("cl", "d");
}

/** Skeletons of the names that speak for the house. */
const RESERVED: ReadonlySet<string> = new Set(
  ["admin", "support", "house", "system", "furlong"].map(usernameSkeleton),
);

/** Digits that are not read as letters. */
const PLAIN_DIGITS = ["3", "4", "6", "7", "9"] as const;

/** Names like a given one that nobody confuses with it or with each other, the shortest first (rule USERNAME-2). */
export function usernamesLike(username: string): readonly Username[] {
  const pairs = PLAIN_DIGITS.flatMap((ten) => PLAIN_DIGITS.map((one) => ten + one));
  const triples = PLAIN_DIGITS.flatMap((hundred) => pairs.map((pair) => hundred + pair));
  return [...PLAIN_DIGITS, ...pairs, ...triples].flatMap((ending) => {
    const parsed = parseUsername(username.slice(0, LONGEST - ending.length) + ending);
    return parsed.ok ? [parsed.value] : [];
  });
}
