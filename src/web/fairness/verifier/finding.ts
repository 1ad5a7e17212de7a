import type { Difference } from "../../../domain/history/difference.ts";

/** What came of comparing two values (rule FAIR-31): said and found are shown where they differ. */
export type Finding =
  | { readonly state: "checked" }
  | { readonly state: "differs"; readonly said: string; readonly found: string }
  /** The comparison could not be made; `why` is the node's or the browser's own word, or empty. */
  | { readonly state: "unread"; readonly why: string }
  /** The node has no such transaction or block: too old for it, or never there. */
  | { readonly state: "missing" }
  | { readonly state: "reading" }
  /** There is nothing to compare: play money has no memos, a sealed race no beacon. */
  | { readonly state: "absent" };

export type FindingState = Finding["state"];

/** Two texts that have to be the same. */
export const compare = (said: string, found: string): Finding =>
  said === found ? { state: "checked" } : { state: "differs", said, found };

/** The first that is not checked, else that all are. */
export const firstOf = (findings: readonly Finding[]): Finding =>
  findings.find(({ state }) => state !== "checked") ?? { state: "checked" };

/** The first difference, else that there is none. */
export function findingOf([first]: readonly Difference[]): Finding {
  return first === undefined
    ? { state: "checked" }
    : { state: "differs", said: first.found, found: first.expected };
}
