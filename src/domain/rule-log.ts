import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type LogEntry, readEntry } from "./log/entry.ts";
import { EMPTY_FRONTIER, frontierOf, rootOf } from "./log/frontier.ts";
import { hashLeafBytes } from "./merkle-tree.ts";

type WithoutHead<Entry> = Entry extends unknown ? Omit<Entry, "kind" | "at"> : never;

/** A change to a rule of the game, or to what a race came to, before it is an entry of the public log (rule RULELOG-2). */
export type Rule = WithoutHead<Extract<LogEntry, { readonly kind: "rule" }>>;

/** Whether an entry is about more than one race, and so in the rule log: what a `commit` says is shown with its race. */
export const isRuleText = (entry: string): boolean => !entry.startsWith('{"kind":"commit",');

/** An entry of the rule log. */
export type RuleLogEntry = Exclude<LogEntry, { readonly kind: "commit" }>;

/** Reads an entry of the rule log; null for any other text. */
export function readRule(text: string): RuleLogEntry | null {
  const entry = readEntry(text);
  return entry?.kind === "commit" ? null : entry;
}

/** The public log at one size. */
export interface RuleHead {
  /** Number of entries; 0 while no log is open. */
  readonly row: number;
  /** The log's root, 64 hex digits. */
  readonly hash: string;
}

/** An entry of the public log. */
export interface RuleRow {
  /** From 1 up: the log's size with it. */
  readonly row: number;
  /** Its text, as it is hashed. */
  readonly entry: string;
}

/**
 * The head of a log with these entries, which are all from the first on.
 * @testing
 */
export function headOf(rows: readonly RuleRow[]): RuleHead {
  const leaves = rows.map(({ entry }) => hashLeafBytes(utf8ToBytes(entry)));
  return { row: rows.length, hash: bytesToHex(rootOf(frontierOf(leaves, EMPTY_FRONTIER))) };
}

/** The settings in force after these rows, by key, as they are stored. Takes a whole log, in order (rule RULELOG-3). */
export function foldRules(rows: Iterable<Pick<RuleRow, "entry">>): ReadonlyMap<string, string> {
  const inForce = new Map<string, string>();
  for (const { entry } of rows) {
    const read = readEntry(entry);
    if (read?.kind === "open") for (const [key, value] of Object.entries(read.rules)) inForce.set(key, value);
    if (read?.kind === "rule" && read.rule === "setting") inForce.set(read.key, read.to);
  }
  return inForce;
}

/** Base58 of 32 bytes or more: addresses and signatures. */
const ADDRESS = /[1-9A-HJ-NP-Za-km-z]{32,}/g;

/**
 * An admin's reason as the log publishes it: null for none, and without addresses, whose owners did not ask to be named
 * there (rule RULELOG-2).
 */
export function publicReason(reason: string | null): string | null {
  const text = reason?.trim() ?? "";
  return text === "" ? null : text.replaceAll(ADDRESS, "…");
}
