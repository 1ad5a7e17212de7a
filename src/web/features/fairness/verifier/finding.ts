import type { Difference } from "../../../../domain/history/difference.ts";

/** The result of comparing two values (rule FAIR-31): `said` and `found` are shown if they differ. */
export type Finding =
  | { readonly state: "checked" }
  | { readonly state: "differs"; readonly said: string; readonly found: string }
  /** The comparison could not be made; `why` is the node's or the browser's own message, or empty. */
  | { readonly state: "unread"; readonly why: string }
  /** The node has no such transaction or block: too old for it, or never there. */
  | { readonly state: "missing" }
  /** Nothing names the memo that has to be on the chain, though it may still be on its way there. */
  | { readonly state: "pending" }
  | { readonly state: "reading" }
  /** There is nothing to compare: play money has no memos, a sealed race no beacon. */
  | { readonly state: "absent" };

export type FindingState = Finding["state"];

/** Two texts that have to be equal. */
export const compare = (said: string, found: string): Finding =>
  said === found ? { state: "checked" } : { state: "differs", said, found };

/** The first that is not checked, otherwise that all are. */
export const firstOf = (findings: readonly Finding[]): Finding =>
  findings.find(({ state }) => state !== "checked") ?? { state: "checked" };

/** The first difference, otherwise that there is none. */
export function findingOf([first]: readonly Difference[]): Finding {
  return first === undefined
    ? { state: "checked" }
    : { state: "differs", said: first.found, found: first.expected };
}
