import { sha256Hex } from "../fairness.ts";
import { MAX_OWED } from "../liability-tree.ts";
import { EMPTY_ROOT } from "../merkle-tree.ts";
import {
  type Counts,
  type Coverage,
  countsOf,
  coverOwed,
  coverPayout,
  coverRace,
  noCoverage,
} from "./coverage.ts";
import { type Difference, differs, same } from "./difference.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { raceDifferences } from "./race-facts.ts";
import { overAt } from "./race-times.ts";
import { type HistoryRecord, type RecordOf, readRecord } from "./record.ts";
import {
  type FollowedRefunds,
  followRefundRow,
  followRefundsOf,
  followReversal,
  noRefunds,
  tellUnmadeRefunds,
} from "./refunds.ts";
import {
  type FollowedRules,
  followRule,
  followRulesOf,
  networkInForce,
  networkOfRace,
  noRules,
} from "./rules-in-force.ts";
import {
  followBets,
  followGivenBack,
  followPayout,
  followReturned,
  noBets,
  type SeenBets,
} from "./seen-bets.ts";
import { abandonChain, type FollowedChains, followChain, followNetwork, followSeed } from "./seed-links.ts";
import { type KeptWinnings, type OpenWinnings, endWinnings, oweWinnings } from "./winnings.ts";

/**
 * How far a history has been checked, and all that is needed to continue: plain JSON, a few kilobytes however long the
 * history is.
 */
export interface HistoryState {
  /** Increased when an older state cannot be continued, or was checked less. */
  version: typeof STATE_VERSION;
  /** Number of the last record. */
  seq: number;
  /** The latest time of a record, epoch milliseconds. */
  at: number;
  races: number;
  /** Digest of all lines so far: whoever reads them again can tell whether they are the same. */
  digest: string;
  /** The newest race, when it was created and when it was over. */
  lastRace: { readonly number: number; readonly created: number; readonly overAt: number } | null;
  chains: FollowedChains;
  bets: SeenBets;
  rules: FollowedRules;
  winnings: OpenWinnings;
  keptWinnings: KeptWinnings;
  refunds: FollowedRefunds;
  lastOwed: { readonly at: number; readonly slot: number } | null;
  files: FollowedFiles;
  coverage: Coverage;
}

/** The day files that were read, and the lines that were read before they were in a file. */
interface FollowedFiles {
  /** The newest file; null before the first. */
  last: { readonly day: string; readonly sha256: string } | null;
  count: number;
  /** The last record that is in a file. */
  seq: number;
  /** Files whose own record has not arrived yet, by day. */
  unconfirmed: Record<string, { readonly sha256: string; readonly records: number }>;
  /** The file that is being read. */
  open: {
    readonly day: string;
    readonly records: number;
    readonly lines: number;
    /** As the header names it; null if the header has another form. */
    readonly network: string | null;
  } | null;
  /** Networks that headers name and the rule log has not put in force yet, by day. */
  unruledNetworks: Record<string, string>;
  /** Lines that were read outside of a file, and how many of them were found in one: the files have to hold the same lines. */
  loose: {
    readonly lines: number;
    readonly digest: string;
    readonly found: number;
    readonly foundDigest: string;
  } | null;
}

export const STATE_VERSION = 12;

/** Servers have clocks of their own, which differ by less than this. */
export const CLOCKS_DIFFER_MS = 3_600_000;

export const newHistory = (): HistoryState => ({
  version: STATE_VERSION,
  seq: 0,
  at: 0,
  races: 0,
  digest: "",
  lastRace: null,
  chains: {},
  bets: noBets(),
  rules: noRules(),
  winnings: {},
  keptWinnings: [],
  refunds: noRefunds(),
  lastOwed: null,
  files: { last: null, count: 0, seq: 0, unconfirmed: {}, open: null, unruledNetworks: {}, loose: null },
  coverage: noCoverage(),
});

/** The state of a history after a record, and the faults found. */
export interface Checked {
  readonly state: HistoryState;
  readonly faults: readonly Fault[];
}

/**
 * Checks the next record of the public export against all records before it (rule HISTORY-1). Mutates and returns
 * `state`: copying it for each record would dominate the run time.
 *
 * @param line as it was published, without its line ending.
 * @example for (const line of lines) ({ state, faults } = checkRecord(state, line));
 */
export function checkRecord(state: HistoryState, line: string): Checked {
  const expected = state.seq + 1;
  state.digest = chainLine(state.digest, line);
  const read = readRecord(line);
  if (!read.ok) {
    state.seq = expected;
    const differences = differs(
      "EXPORT-1",
      "a record as docs/fairness.md has it",
      read.path === "" ? "no JSON" : `${read.path}?`,
    );
    return { state, faults: faultsOf(differences, { seq: expected, race: null }) };
  }
  const record = read.value;
  const { seq } = record;
  const counted = faultsOf(
    [
      ...same("EXPORT-1", "seq", expected, seq),
      ...(JSON.stringify(JSON.parse(line)) === line
        ? []
        : differs("EXPORT-1", "each key once, no space, no number in another form", "another text")),
      ...(record.at < state.at - CLOCKS_DIFFER_MS
        ? differs("EXPORT-1", `at ≥ ${iso(state.at)}, less an hour`, iso(record.at))
        : []),
    ],
    { seq, race: null },
  );
  state.seq = seq;
  state.at = Math.max(state.at, record.at);
  return { state, faults: [...counted, ...checkKind(state, record)] };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function checkKind(state: HistoryState, record: HistoryRecord): readonly Fault[] {
  const { seq } = record;
  const plain = (differences: readonly Difference[]) => faultsOf(differences, { seq, race: null });
  switch (record.kind) {
    case "seed-chain":
      return plain(followChain(state.chains, record));
    case "race":
      return checkRace(state, record);
    case "payout":
      return checkPayout(state, record);
    case "reversal":
      return [
        ...faultsOf(followReturned(state.bets, record), record),
        ...followReversal(state.refunds, record),
      ];
    case "rule":
      if (!state.rules.head.isClosed && record.entry.startsWith('{"kind":"open"'))
        abandonChain(state.chains, networkInForce(state.rules));
      return [
        ...plain([...followRule(state.rules, record), ...followGivenBack(state.bets, record)]),
        ...followRefundRow(state.refunds, record),
        ...forgetRuledNetworks(state),
      ];
    case "liabilities":
      return plain(checkOwed(state, record));
    case "day":
      return plain(checkDayRecord(state.files, record));
  }
}

/** Checks a race against the records before it, and on its own. */
function checkRace(state: HistoryState, record: RecordOf<"race">): readonly Fault[] {
  const { seq, race } = record;
  const { lastRace } = state;
  const differences = [
    ...same("EXPORT-2", "number", (lastRace?.number ?? 0) + 1, race.number),
    ...same("EXPORT-2", "id", `race-${race.number}`, race.id),
    ...(lastRace === null || race.times.created >= lastRace.overAt
      ? []
      : differs(
          "RACE-4",
          `created ≥ ${new Date(lastRace.overAt).toISOString()}, when race ${lastRace.number} was over`,
          new Date(race.times.created).toISOString(),
        )),
    ...followSeed(state.chains, race),
    ...followRulesOf(state.rules, race),
    ...followNetwork(state.chains, race, networkOfRace(state.rules, race)),
    ...followBets(state.bets, race),
    ...raceDifferences(race),
  ];
  oweWinnings(state.winnings, race);
  coverRace(state.coverage, race);
  state.races += 1;
  state.lastRace = { number: race.number, created: race.times.created, overAt: overAt(race) };
  return [...faultsOf(differences, { seq, race: race.id }), ...followRefundsOf(state.refunds, record)];
}

function checkPayout(state: HistoryState, record: RecordOf<"payout">): readonly Fault[] {
  coverPayout(state.coverage, record);
  const differences = [
    ...endWinnings({ open: state.winnings, keptWinnings: state.keptWinnings }, record),
    ...followPayout(state.bets, record),
  ];
  return faultsOf(differences, record);
}

/** Checks a liabilities record against the last one (rule OWED-6). Players' own proofs show whether it was all that is owed. */
function checkOwed(state: HistoryState, record: RecordOf<"liabilities">): readonly Difference[] {
  const { taken_at: at, slot, count, total, root, holdings } = record;
  const wallets = new Set(holdings.map(({ address }) => address));
  coverOwed(state.coverage, record);
  const last = state.lastOwed;
  state.lastOwed = { at, slot };
  return [
    ...(last !== null && at <= last.at
      ? differs("OWED-6", "taken_at after the last one", new Date(at).toISOString())
      : []),
    ...same("OWED-2", "root", count === 0, root === EMPTY_ROOT, `of ${count} accounts`),
    ...(count === 0 ? same("OWED-2", "total", 0n, total) : []),
    ...(count <= total && total <= MAX_OWED
      ? []
      : differs("OWED-2", `a lamport or more on each of ${count} accounts`, `total = ${total}`)),
    ...same("OWED-7", "holdings", wallets.size, holdings.length, "wallets"),
    ...(holdings.some(({ kind }) => kind === "hot")
      ? []
      : differs("OWED-7", "a hot wallet, which sent the memo", `${holdings.length} holdings, none of one`)),
  ];
}

/** A file may have been sealed just after a change of network, whose row is then in the next file (rule EXPORT-10). */
function forgetRuledNetworks({ files: { unruledNetworks }, rules }: HistoryState): readonly Fault[] {
  const days = Object.keys(unruledNetworks);
  const network = days.length === 0 ? null : networkInForce(rules);
  for (const day of days) if (unruledNetworks[day] === network) delete unruledNetworks[day];
  return [];
}

function checkDayRecord(
  files: FollowedFiles,
  { day, sha256, records }: RecordOf<"day">,
): readonly Difference[] {
  const known = files.unconfirmed[day];
  delete files.unconfirmed[day];
  // If only records are read, none of their files is known.
  if (files.last === null) return [];
  if (known === undefined) return differs("EXPORT-5", `no file of ${day}, or not any more`, sha256);
  return [
    ...same("EXPORT-5", `${day}: sha256`, known.sha256, sha256),
    ...same("EXPORT-5", `${day}: records`, known.records, records),
  ];
}

/** What is wrong once everything published so far was read; a later check continues from the same state. */
export function checkEnd({ seq, refunds, lastRace, files, rules }: HistoryState): readonly Fault[] {
  const unruled = Object.entries(files.unruledNetworks);
  files.unruledNetworks = {};
  return [
    ...tellUnmadeRefunds(refunds, { seq, created: lastRace?.created ?? 0 }),
    ...unruled.flatMap(([day, network]) =>
      faultsOf(same("EXPORT-10", `${day}: network`, networkInForce(rules), network), {
        seq: null,
        race: null,
      }),
    ),
  ];
}

/** How much of the history its proofs cover. */
export const coverageOf = ({ coverage, files }: HistoryState): Counts =>
  countsOf(coverage, Object.keys(files.unconfirmed).length);

/** The digest of consecutive lines. */
export const chainLine = (before: string, line: string): string => sha256Hex(`${before}\n${line}`);
