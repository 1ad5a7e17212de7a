import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { checkpointLines, parseCheckpointLines } from "../log/checkpoint.ts";
import { readEntry as readLogEntry } from "../log/entry.ts";
import { compareWithRules } from "../race-rules.ts";
import { readFrontier, frontierOf, rootOf, writePeaks } from "../log/frontier.ts";
import { EMPTY_ROOT, hashLeafBytes } from "../merkle-tree.ts";
import { foldRules } from "../rule-log.ts";
import { commitDifferences } from "./commitment.ts";
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
  /** The log's name and its notary, as its first entry has them. */
  origin: string;
  notary: string;
  /** The last entry before the newest race's commitment, and the settings up to it. */
  inForce: RuleHead & { readonly settings: Readonly<Record<string, string>> };
  /** Entries since then: what they set, if anything. */
  later: (RuleHead & { readonly settings: Readonly<Record<string, string>> | null })[];
  /** Commitments whose races have no record yet. */
  commits: readonly { readonly row: number; readonly entry: string }[];
  /** The number of the race that the newest one is of. */
  committed: number;
}

const NOTHING: RuleHead = { row: 0, hash: EMPTY_ROOT };

export const noRules = (): FollowedRules => ({
  head: { ...NOTHING, peaks: "", isClosed: true },
  at: 0,
  origin: "",
  notary: "",
  inForce: { ...NOTHING, settings: {} },
  later: [],
  commits: [],
  committed: 0,
});

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
  if (kind === "commit") {
    differences.push(...same("FAIR-12", `row ${row}: number`, rules.committed + 1, Number(fields["number"])));
    rules.committed = Math.max(rules.committed, Number(fields["number"]));
  }
  const set = Object.fromEntries(foldRules([{ entry }]));
  if (isFirst) {
    const [origin, notary] = [String(fields["origin"]), String(fields["notary"])];
    Object.assign(rules, { origin, notary, later: [], inForce: { ...NOTHING, settings: {} }, commits: [] });
  }
  if (kind === "commit") rules.commits = [...rules.commits, { row, entry }];
  const frontier = frontierOf([hashLeafBytes(utf8ToBytes(entry))], readFrontier(last.row, last.peaks));
  const hash = bytesToHex(rootOf(frontier));
  rules.head = { row: frontier.size, hash, peaks: writePeaks(frontier), isClosed: kind === "close" };
  rules.at = Number.isNaN(at) ? rules.at : at;
  rules.later.push({
    row: frontier.size,
    hash,
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

/** The network at a race's commitment; null if that is not known. */
export const networkOfRace = ({ inForce }: FollowedRules, { entries }: PublishedRace): string | null =>
  entries.commit === inForce.row ? (inForce.settings["network"] ?? null) : null;

/**
 * A race's commitment is an entry of the log that says what the race shows; the memo that anchored it has the log's root,
 * and its settings follow from the entries before it (rules FAIR-12 and RULELOG-4).
 */
export function followRulesOf(rules: FollowedRules, race: PublishedRace): readonly Difference[] {
  const { commit: index } = race.entries;
  const entry = rules.commits.find(({ row }) => row === index + 1)?.entry;
  const commit = entry === undefined ? null : readLogEntry(entry);
  if (commit?.kind !== "commit")
    return differs("FAIR-12", `the commitment of ${race.id}`, `entry ${index}: ${entry ?? "–"}`);
  rules.commits = rules.commits.filter(({ row }) => row > index + 1);
  moveTo(rules, index);
  return [
    ...commitDifferences(commit, race),
    ...anchorDifferences(rules, race),
    ...frozenDifferences(rules, race),
  ];
}

/** The memo covers the commitment, and has the root that the log had at its size. */
function anchorDifferences(
  { origin, notary, later }: FollowedRules,
  { entries, anchors }: PublishedRace,
): readonly Difference[] {
  if (anchors.commit === null) return [];
  const { checkpoint } = anchors.commit;
  const size = parseCheckpointLines(checkpoint)?.size ?? 0;
  if (size <= entries.commit)
    return differs("FAIR-12", `a checkpoint of more than ${entries.commit} entries`, checkpoint);
  const root = later.find(({ row }) => row === size)?.hash;
  const expected = root === undefined ? "–" : checkpointLines({ origin, size, root: hexToBytes(root) });
  return [
    ...same("FAIR-12", "anchors.commit", expected, checkpoint),
    ...same("FAIR-12", "notary", notary, anchors.commit.notary),
  ];
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
