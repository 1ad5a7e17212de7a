import { type Result, ok, refuse } from "./result.ts";

export interface Username {
  /** As its owner writes it, normalized. */
  readonly username: string;
  /** What names that people confuse have in common; unique among all names ever taken. */
  readonly skeleton: string;
}

export type UsernameRefusal =
  | "USERNAME_REQUIRED"
  | "USERNAME_TOO_SHORT"
  | "USERNAME_TOO_LONG"
  | "USERNAME_INVALID";

const SHORTEST = 3;
const LONGEST = 20;

/**
 * Reads a username: 3 to 20 characters after NFKC and trimming, ASCII letters, digits, `_`, `-` and
 * `.`, at least one of them a letter or digit (rules USERNAME-1 and USERNAME-2). A username is always
 * shorter than a wallet address, so a referral code is never both.
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
