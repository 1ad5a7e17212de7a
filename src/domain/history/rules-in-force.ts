import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { compareWithRules } from "../race-rules.ts";
import { readFrontier, frontierOf, rootOf, writePeaks } from "../log/frontier.ts";
import { EMPTY_ROOT, hashLeafBytes } from "../merkle-tree.ts";
import { foldRules } from "../rule-log.ts";
import { type Difference, differs, same } from "./difference.ts";
import type { PublishedRace, RecordOf } from "./record.ts";

interface RuleHead {
  readonly row: number;
  readonly hash: string;
}

/** How far the rule log has been followed, and the rules that were in force at a row. */
export interface FollowedRules {
  head: RuleHead & { readonly peaks: string; readonly isClosed: boolean };
  /** Time of the newest row, epoch milliseconds. */
  at: number;
  /** The newest row that a race named, and the settings up to it. */
  inForce: RuleHead & { readonly settings: Readonly<Record<string, string>> };
  /** Rows since then: when they were written, and what they set, if anything. */
  later: (RuleHead & { readonly at: number; readonly settings: Readonly<Record<string, string>> | null })[];
  /** When the newest race that named a row was created. */
  namedAt: number;
}

const NOTHING: RuleHead = { row: 0, hash: EMPTY_ROOT };

export const noRules = (): FollowedRules => ({
  head: { ...NOTHING, peaks: "", isClosed: true },
  at: 0,
  inForce: { ...NOTHING, settings: {} },
  later: [],
  namedAt: 0,
});

/** A row is dated a moment before races can name it, and servers' clocks differ a little. */
const STALE_AFTER_MS = 60_000;

/** The content of an entry, as far as it is followed. */
export interface RuleEntry {
  /** That of the entry; for a `rule`, which one. */
  readonly kind: string;
  readonly at: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The entry of a row; empty if it is not a JSON object. */
export function readEntry(entry: string): RuleEntry {
  let fields: Readonly<Record<string, unknown>> = {};
  try {
    fields = Object(JSON.parse(entry)) as Readonly<Record<string, unknown>>;
  } catch {
    // Its hash is checked anyway, and its kind is then empty.
  }
  const textOf = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const kind = textOf("kind");
  return { kind: kind === "rule" ? textOf("rule") : kind, at: Date.parse(textOf("at")), fields };
}

/**
 * Takes in the next entry of the public log: they are numbered without gaps, none is earlier than the one before it, a
 * log begins with `open` where the one before ended with `close`, and a changed setting changes from the value in force
 * (rules RULELOG-1 and RULELOG-3).
 */
export function followRule(rules: FollowedRules, { row, entry }: RecordOf<"rule">): readonly Difference[] {
  const { at, kind, fields } = readEntry(entry);
  const isFirst = kind === "open";
  const last = isFirst ? { ...NOTHING, peaks: "" } : rules.head;
  const begins = `{"kind":"${String(fields["kind"])}","at":"${String(fields["at"])}"`;
  const differences: Difference[] = [
    ...(JSON.stringify(fields) === entry
      ? []
      : differs("EXPORT-1", `row ${row}: each key once, no space`, "another text")),
    ...(entry.startsWith(begins) ? [] : differs("RULELOG-1", `row ${row}: ${begins}`, entry.slice(0, 120))),
    ...same("RULELOG-1", "row", last.row + 1, row),
    ...same("RULELOG-1", `row ${row}: open`, rules.head.isClosed, isFirst),
    ...(Number.isNaN(at) || at < rules.at
      ? differs("RULELOG-1", `row ${row}: at ≥ ${new Date(rules.at).toISOString()}`, String(fields["at"]))
      : []),
  ];
  if (kind === "setting") {
    const key = JSON.stringify(fields["key"]).slice(1, -1);
    const before = newestSettings(rules)[key] ?? null;
    differences.push(
      ...same("RULELOG-3", `row ${row}: from`, JSON.stringify(before), JSON.stringify(fields["from"])),
    );
  }
  if (at < rules.namedAt - STALE_AFTER_MS) {
    const since = new Date(rules.namedAt).toISOString();
    differences.push(
      ...differs("RULELOG-4", `row ${row}: recorded before the race of ${since}`, String(fields["at"])),
    );
  }
  const set = Object.fromEntries(foldRules([{ entry }]));
  if (isFirst) Object.assign(rules, { later: [], inForce: { ...NOTHING, settings: {} } });
  const frontier = frontierOf([hashLeafBytes(utf8ToBytes(entry))], readFrontier(last.row, last.peaks));
  const hash = bytesToHex(rootOf(frontier));
  rules.head = { row: frontier.size, hash, peaks: writePeaks(frontier), isClosed: kind === "close" };
  rules.at = Number.isNaN(at) ? rules.at : at;
  rules.later.push({
    row: frontier.size,
    hash,
    at: rules.at,
    settings: Object.keys(set).length === 0 ? null : set,
  });
  return differences;
}

const newestSettings = ({ inForce, later }: FollowedRules): Readonly<Record<string, string>> =>
  later.reduce(
    (settings, { settings: set }) => (set === null ? settings : { ...settings, ...set }),
    inForce.settings,
  );

/** The network that the newest row has in force; null before there is a log. */
export const networkInForce = (rules: FollowedRules): string | null =>
  newestSettings(rules)["network"] ?? null;

/** The network at the row that a race names; null if that is not known. */
export const networkOfRace = ({ inForce }: FollowedRules, { rules }: PublishedRace): string | null =>
  rules.row === inForce.row ? (inForce.settings["network"] ?? null) : null;

/**
 * A race names the newest row of the log when it was created, and its settings follow from the rules up to that row;
 * later races name later rows (rule RULELOG-4).
 */
export function followRulesOf(rules: FollowedRules, race: PublishedRace): readonly Difference[] {
  const { rules: named } = race;
  if (named.row > rules.head.row)
    return differs("RULELOG-4", `a row up to ${rules.head.row}`, `row ${named.row}`);
  if (named.row < rules.inForce.row)
    return differs("RULELOG-4", `row ≥ ${rules.inForce.row}`, `row ${named.row}`);
  moveTo(rules, named.row);
  const differences = [...same("RULELOG-4", `hash of row ${named.row}`, rules.inForce.hash, named.hash)];
  rules.namedAt = race.times.created;
  const newest = rules.later.findLast(({ at }) => at < race.times.created - STALE_AFTER_MS);
  if (newest !== undefined) {
    differences.push(
      ...differs("RULELOG-4", `the newest row at its creation, ${newest.row}`, `row ${named.row}`),
    );
  }
  return [...differences, ...frozenDifferences(rules, race)];
}

function moveTo(rules: FollowedRules, row: number): void {
  const passed = rules.later.filter((later) => later.row <= row);
  rules.later = rules.later.filter((later) => later.row > row);
  for (const { hash, row: number, settings } of passed) {
    const inForce = settings === null ? rules.inForce.settings : { ...rules.inForce.settings, ...settings };
    rules.inForce = { row: number, hash, settings: inForce };
  }
}

const frozenDifferences = ({ inForce }: FollowedRules, { settings, ...race }: PublishedRace) => [
  ...same("RULELOG-4", "special", race.is_special, settings["special"] === true, "is_special"),
  ...compareOnce(inForce.settings, settings).map(({ expected, ...difference }) => ({
    ...difference,
    expected: `${expected} (row ${inForce.row})`,
  })),
];

/** Settings change rarely: those already compared with the ones in force are not compared again. */
const compared = new WeakMap<object, Map<string, readonly Difference[]>>();
const MAX_COMPARED = 50;

function compareOnce(
  inForce: Readonly<Record<string, string>>,
  settings: PublishedRace["settings"],
): readonly Difference[] {
  const known = compared.get(inForce) ?? new Map<string, readonly Difference[]>();
  const key = JSON.stringify(settings);
  const found = known.get(key) ?? compareFrozen(inForce, settings);
  compared.set(inForce, known);
  if (known.size < MAX_COMPARED) known.set(key, found);
  return found;
}

function compareFrozen(
  inForce: Readonly<Record<string, string>>,
  settings: PublishedRace["settings"],
): readonly Difference[] {
  try {
    return compareWithRules(settings, new Map(Object.entries(inForce))).flatMap(
      ({ setting, expected, found }) => same("RULELOG-4", setting, expected, found),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return differs("RULELOG-4", "settings that the rules allow", why);
  }
}
