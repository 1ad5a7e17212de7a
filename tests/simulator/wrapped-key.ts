/**
 * The stored form of the simulated house's data key: the password that opens it, and a fingerprint of the stored form
 * that was opened to make it, by which the oracle knows whether a change of the password replaced what it had opened.
 */
import { createHash } from "node:crypto";
import type { Store } from "./store.ts";

/** What admins change the master password to and from. */
export const masterPasswords = [
  "The 1st horse of 3 wins!",
  "The 2nd horse of 3 wins!",
  "The 3rd horse of 3 wins!",
];

const SEPARATOR = " after ";

export const wrap = (password: string, replaces: string): string =>
  `${password}${SEPARATOR}${fingerprint(replaces)}`;
export const wrappedUnder = (wrappedKey: string): string => wrappedKey.split(SEPARATOR)[0] ?? "";
export const isWrappedAfter = (wrappedKey: string, before: string): boolean =>
  wrappedKey.endsWith(`${SEPARATOR}${fingerprint(before)}`);

const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** The password that opens the house now. */
export function masterPassword({ store }: { readonly store: Store }): string {
  const [row] = store.query("select wrapped_key from house_vault", [], true).rows as [[string]];
  return wrappedUnder(row[0]);
}
