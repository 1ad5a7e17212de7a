import { sha256Hex } from "./fairness.ts";
import type { Lamports, SignedLamports } from "./lamports.ts";
import type { HouseWalletKind } from "./ledger.ts";
import type { RefundCause } from "./race-terms.ts";

/**
 * A change to a rule of the game, or to what a race came to, as the public log records it (rules RULELOG-1 and RULELOG-2).
 * Amounts are lamports, as decimal text in the log; reasons are as `publicReason` returns them.
 */
export type Rule =
  /** The first row: the settings in force, by key, as they are stored. */
  | { readonly kind: "start"; readonly settings: Readonly<Record<string, string>> }
  /** `from` is null for a setting that the log had not named yet. */
  | {
      readonly kind: "setting";
      readonly key: string;
      readonly from: string | null;
      readonly to: string;
      readonly reason: string | null;
    }
  /** Every stake of a race that was not given back before. `settled`: the winners had been paid. */
  | {
      readonly kind: "refund-race";
      readonly race: string;
      readonly cause: RefundCause;
      readonly settled: boolean;
      readonly reason: string | null;
      readonly lamports: Lamports;
    }
  | {
      readonly kind: "refund-bet";
      readonly race: string;
      readonly bet: string;
      readonly settled: boolean;
      readonly reason: string | null;
      readonly lamports: Lamports;
    }
  /** Outgoing payments stop. */
  | { readonly kind: "halt"; readonly reason: string }
  /** `difference`: how much more the chain had than the books, which house equity took. */
  | { readonly kind: "resume"; readonly reason: string | null; readonly difference: SignedLamports }
  | { readonly kind: "network"; readonly from: string; readonly to: string }
  /** An admin pays from house equity; the recipient is not published. */
  | {
      readonly kind: "transfer";
      readonly from: HouseWalletKind;
      readonly lamports: Lamports;
      readonly reason: string | null;
    };

/** The newest row of the log: what a race commits to. */
export interface RuleHead {
  /** From 1 up; 0 while there is no row. */
  readonly row: number;
  /** 64 hex digits. */
  readonly hash: string;
}

export interface RuleRow extends RuleHead {
  /** The JSON text that is hashed. */
  readonly entry: string;
}

export const EMPTY_RULE_LOG: RuleHead = { row: 0, hash: "0".repeat(64) };

/** The entry of a row without its number, which the database puts in front when it chains the row. */
export const ruleText = (rule: Rule, at: Date): string => {
  const { kind, ...told } = rule;
  return JSON.stringify({ at: at.toISOString(), kind, ...told }, (_name, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
};

/** How a row is chained to the one before (rule RULELOG-1). */
export const ruleHash = (before: string, entry: string): string => sha256Hex(`${before}\n${entry}`);

/** A fault in a row. */
export interface RuleFault {
  readonly row: number;
  readonly rule: "number" | "kind" | "hash";
  readonly expected: string;
  readonly found: string;
}

/**
 * The first fault in consecutive rows, null if there is none (rule RULELOG-3): they have to be numbered without gaps, the very
 * first row and no other is a `start`, and each is hashed with the one before.
 *
 * @param before the row before the first of these.
 */
export function checkRules(rows: Iterable<RuleRow>, before: RuleHead = EMPTY_RULE_LOG): RuleFault | null {
  let last = before;
  for (const { row, entry, hash } of rows) {
    const fault = (rule: RuleFault["rule"], expected: unknown, found: unknown): RuleFault => ({
      row: last.row + 1,
      rule,
      expected: String(expected),
      found: String(found),
    });
    const told = readEntry(entry);
    if (row !== last.row + 1) return fault("number", last.row + 1, row);
    if (told["row"] !== row) return fault("number", row, told["row"]);
    if ((row === 1) !== (told["kind"] === "start"))
      return fault("kind", row === 1 ? "start" : "no other start", told["kind"]);
    const wanted = ruleHash(last.hash, entry);
    if (hash !== wanted) return fault("hash", wanted, hash);
    last = { row, hash };
  }
  return null;
}

/** The settings in force after these rows, by key, as they are stored. Takes a whole log, in order (rule RULELOG-3). */
export function foldRules(rows: Iterable<Pick<RuleRow, "entry">>): ReadonlyMap<string, string> {
  const inForce = new Map<string, string>();
  const set = (key: unknown, value: unknown) => {
    if (typeof key === "string" && typeof value === "string") inForce.set(key, value);
  };
  for (const { entry } of rows) {
    const told = readEntry(entry);
    if (told["kind"] === "start")
      for (const [key, value] of Object.entries(Object(told["settings"]) as object)) set(key, value);
    if (told["kind"] === "setting") set(told["key"], told["to"]);
    if (told["kind"] === "network") set("network", told["to"]);
  }
  return inForce;
}

/** The content of an entry; empty if it is not a JSON object. */
function readEntry(entry: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(entry)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
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
