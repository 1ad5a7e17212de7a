import { compareWithRules } from "../race-rules.ts";
import { namesRules } from "../race-protocol.ts";
import { EMPTY_RULE_LOG, checkRules, foldRules } from "../rule-log.ts";
import { type Difference, differs, same } from "./difference.ts";
import type { PublishedRace, RecordOf } from "./record.ts";

interface RuleHead {
  readonly row: number;
  readonly hash: string;
}

/** How far the rule log has been followed, and the rules that were in force at a row. */
export interface FollowedRules {
  head: RuleHead;
  /** When its first row was written; null before there is one. */
  startedAt: number | null;
  /** Time of the newest row, epoch milliseconds. */
  at: number;
  /** The newest row that a race named, and the settings up to it. */
  inForce: RuleHead & { readonly settings: Readonly<Record<string, string>> };
  /** Rows since then: when they were written, and what they set, if anything. */
  later: (RuleHead & { readonly at: number; readonly settings: Readonly<Record<string, string>> | null })[];
  /** When the newest race that named a row was created. */
  namedAt: number;
  /** The highest protocol of a race: it never goes down, so that no race evades the log. */
  protocol: number;
}

export const noRules = (): FollowedRules => ({
  head: EMPTY_RULE_LOG,
  startedAt: null,
  at: 0,
  inForce: { ...EMPTY_RULE_LOG, settings: {} },
  later: [],
  namedAt: 0,
  protocol: 0,
});

/** A row is dated a moment before races can name it, and servers' clocks differ a little. */
const STALE_AFTER_MS = 60_000;

/** The content of an entry, as far as it is followed. */
export interface RuleEntry {
  readonly kind: string;
  readonly at: number;
  readonly told: Readonly<Record<string, unknown>>;
}

/** The entry of a row; empty if it is not a JSON object. */
export function readEntry(entry: string): RuleEntry {
  let told: Readonly<Record<string, unknown>> = {};
  try {
    told = Object(JSON.parse(entry)) as Readonly<Record<string, unknown>>;
  } catch {
    // Its hash is checked anyway, and its kind is then empty.
  }
  const textOf = (name: string) => (typeof told[name] === "string" ? told[name] : "");
  return { kind: textOf("kind"), at: Date.parse(textOf("at")), told };
}

/**
 * Checks the next row of the rule log: it has to be numbered without gaps, chained to the previous row and not earlier than
 * it, and a changed setting has to change from the value in force (rules RULELOG-1 and RULELOG-3).
 */
export function followRule(
  rules: FollowedRules,
  { row, entry, hash }: RecordOf<"rule">,
): readonly Difference[] {
  const { at, kind, told } = readEntry(entry);
  const fault = checkRules([{ row, entry, hash }], rules.head);
  const begins = `{"row":${row},"at":"${String(told["at"])}","kind":"${kind}"`;
  const shown: Difference[] = [
    ...(JSON.stringify(told) === entry
      ? []
      : differs("EXPORT-1", `row ${row}: each key once, no space`, "another text")),
    ...(entry.startsWith(begins) ? [] : differs("RULELOG-1", `row ${row}: ${begins}`, entry.slice(0, 120))),
    ...(fault === null
      ? []
      : differs("RULELOG-1", `row ${fault.row}: ${fault.rule} = ${fault.expected}`, fault.found)),
    ...(Number.isNaN(at) || at < rules.at
      ? differs("RULELOG-1", `row ${row}: at ≥ ${new Date(rules.at).toISOString()}`, String(told["at"]))
      : []),
    ...(kind === "start" && row > 1 ? differs("RULELOG-1", `row ${row}: no start`, kind) : []),
  ];
  if (kind === "setting" || kind === "network") {
    const key = kind === "network" ? kind : JSON.stringify(told["key"]).slice(1, -1);
    const before = newestSettings(rules)[key] ?? null;
    shown.push(
      ...same("RULELOG-3", `row ${row}: from`, JSON.stringify(before), JSON.stringify(told["from"])),
    );
  }
  if (at < rules.namedAt - STALE_AFTER_MS) {
    const since = new Date(rules.namedAt).toISOString();
    shown.push(
      ...differs("RULELOG-4", `row ${row}: recorded before the race of ${since}`, String(told["at"])),
    );
  }
  const set = Object.fromEntries(foldRules([{ entry }]));
  rules.head = { row, hash };
  rules.at = Number.isNaN(at) ? rules.at : at;
  rules.startedAt ??= rules.at;
  rules.later.push({ row, hash, at: rules.at, settings: Object.keys(set).length === 0 ? null : set });
  return shown;
}

const newestSettings = ({ inForce, later }: FollowedRules): Readonly<Record<string, string>> =>
  later.reduce(
    (settings, { settings: set }) => (set === null ? settings : { ...settings, ...set }),
    inForce.settings,
  );

/** The network that the newest row has in force; null before there is a log. */
export const networkInForce = (rules: FollowedRules): string | null =>
  newestSettings(rules)["network"] ?? null;

/** The network at the row that a race names; null if it names none that is known. */
export const networkOfRace = ({ inForce }: FollowedRules, { rules }: PublishedRace): string | null =>
  rules?.row === inForce.row ? (inForce.settings["network"] ?? null) : null;

/**
 * A race names the newest row of the log when it was created, and its settings follow from the rules up to that row; later
 * races name later rows (rule RULELOG-4).
 */
export function followRulesOf(rules: FollowedRules, race: PublishedRace): readonly Difference[] {
  const { settings, rules: named } = race;
  const protocol = Number(settings["protocol"] ?? 1);
  const shown: Difference[] =
    protocol < rules.protocol
      ? [...differs("RULELOG-4", `protocol ≥ ${rules.protocol}`, `protocol = ${protocol}`)]
      : [];
  rules.protocol = Math.max(rules.protocol, protocol);
  if (!namesRules({ protocol })) {
    const isLogged = rules.startedAt !== null && race.times.created > rules.startedAt + STALE_AFTER_MS;
    if (isLogged)
      shown.push(...differs("RULELOG-4", "a protocol that names the log", `protocol = ${protocol}`));
    return named === null ? shown : [...shown, ...differs("RULELOG-4", "rules = null", `row ${named.row}`)];
  }
  if (named === null) return [...shown, ...differs("RULELOG-4", "rules", "null")];
  if (named.row > rules.head.row) {
    return [...shown, ...differs("RULELOG-4", `a row up to ${rules.head.row}`, `row ${named.row}`)];
  }
  if (named.row < rules.inForce.row) {
    return [...shown, ...differs("RULELOG-4", `row ≥ ${rules.inForce.row}`, `row ${named.row}`)];
  }
  moveTo(rules, named.row);
  shown.push(...same("RULELOG-4", `hash of row ${named.row}`, rules.inForce.hash, named.hash));
  rules.namedAt = race.times.created;
  const newest = rules.later.findLast(({ at }) => at < race.times.created - STALE_AFTER_MS);
  if (newest !== undefined) {
    shown.push(...differs("RULELOG-4", `the newest row at its creation, ${newest.row}`, `row ${named.row}`));
  }
  return [...shown, ...frozenDifferences(rules, race)];
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
