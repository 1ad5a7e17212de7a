import { DAY_MS } from "../day-length.ts";
import { differs, same } from "./difference.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { CLOCKS_DIFFER_MS, type Checked, type HistoryState, chainLine, checkRecord } from "./history.ts";
import { readHeader } from "./record.ts";
import { networkInForce } from "./rules-in-force.ts";

/** A day's file as the list of all files names it. */
export interface PublishedDay {
  readonly day: string;
  readonly sha256: string;
  readonly records: number;
}

const ofFile = { seq: null, race: null };

/** Begins a day's file with its header, which has to follow the previous file (rule EXPORT-5). */
export function beginDay(state: HistoryState, headerLine: string, published: PublishedDay): Checked {
  const { files } = state;
  const read = readHeader(headerLine);
  if (!read.ok) {
    files.open = { day: published.day, records: published.records, lines: 0, network: null };
    return {
      state,
      faults: faultsOf(differs("EXPORT-5", `${published.day}: a header`, `${read.path}?`), ofFile),
    };
  }
  const { day, previous, first, records, network } = read.value;
  const named = `${published.day}: `;
  const faults: Fault[] = [
    ...same("EXPORT-5", `${named}day`, published.day, day),
    ...same("EXPORT-5", `${named}records`, published.records, records),
    ...same("EXPORT-5", `${named}previous`, files.last?.sha256 ?? null, previous),
    ...same("EXPORT-5", `${named}first`, files.seq + 1, first),
    ...(files.last !== null && day <= files.last.day
      ? differs("EXPORT-5", `a day after ${files.last.day}`, day)
      : []),
  ].flatMap((difference) => faultsOf([difference], ofFile));
  files.seq = first - 1;
  files.open = { day: published.day, records: published.records, lines: 0, network };
  return { state, faults };
}

/**
 * Checks a line of the open file, which belongs to its day (rule EXPORT-5). A line that was already checked, before it
 * was in a file, is otherwise only compared with what it was then (rule EXPORT-1).
 */
export function checkDayLine(state: HistoryState, line: string): Checked {
  const { files } = state;
  if (files.open === null) throw new Error("no day was begun");
  files.open = { ...files.open, lines: files.open.lines + 1 };
  files.seq += 1;
  const misfiled = faultsOf(dayDifferences(files.open.day, line), { seq: files.seq, race: null });
  const checked = files.loose === null ? checkRecord(state, line) : compareLoose(state, files.loose, line);
  return misfiled.length === 0 ? checked : { ...checked, faults: [...misfiled, ...checked.faults] };
}

/** Reads only the beginning of the line, which every record has in this form: a line is parsed once as it is. */
function dayDifferences(day: string, line: string) {
  const at = /^\{"seq":\d+,"at":"([^"]*)"/.exec(line)?.[1] ?? "–";
  const since = Date.parse(at) - Date.parse(day);
  return since >= -CLOCKS_DIFFER_MS && since < DAY_MS + CLOCKS_DIFFER_MS
    ? []
    : differs("EXPORT-5", `at on ${day}, to within an hour`, at);
}

type LooseLines = NonNullable<HistoryState["files"]["loose"]>;

function compareLoose(state: HistoryState, loose: LooseLines, line: string): Checked {
  const { files } = state;
  const found = loose.found + 1;
  const foundDigest = chainLine(loose.foundDigest, line);
  files.loose = found === loose.lines ? null : { ...loose, found, foundDigest };
  const isSame = found < loose.lines || foundDigest === loose.digest;
  const differences = isSame
    ? []
    : differs("EXPORT-1", `the lines up to ${files.seq} as they were`, "other lines");
  return { state, faults: faultsOf(differences, { seq: files.seq, race: null }) };
}

/** Checks a line that is not in a file yet. */
export function checkLooseLine(state: HistoryState, line: string): Checked {
  const { files } = state;
  const { lines, digest, ...rest } = files.loose ?? { lines: 0, digest: "", found: 0, foundDigest: "" };
  files.loose = { ...rest, lines: lines + 1, digest: chainLine(digest, line) };
  return checkRecord(state, line);
}

/** Ends the open file: its bytes have to be those whose hash was published (rule EXPORT-5). */
export function endDay(state: HistoryState, published: PublishedDay, sha256: string): Checked {
  const { files } = state;
  const { day, records } = published;
  const { lines, network } = files.open ?? { lines: 0, network: null };
  const ruled = networkInForce(state.rules);
  if (network !== null && ruled !== null && network !== ruled) files.unruledNetworks[day] = network;
  files.open = null;
  files.count += 1;
  files.last = { day, sha256 };
  files.unconfirmed[day] = { sha256, records: lines };
  return {
    state,
    faults: faultsOf(
      [
        ...same("EXPORT-5", `${day}: records`, records, lines),
        ...same("EXPORT-5", `${day}: sha256`, sha256, published.sha256),
      ],
      ofFile,
    ),
  };
}

/** Number of the next record to be read outside of a file. */
export const nextLooseLine = ({ files }: HistoryState): number =>
  files.seq + (files.loose === null ? 0 : files.loose.lines - files.loose.found) + 1;

/** Checks that the files that were read are still published, unchanged (rule EXPORT-5). */
export function checkList({ files }: HistoryState, days: readonly PublishedDay[]): readonly Fault[] {
  const { last, count } = files;
  if (last === null) return [];
  const found = days[count - 1];
  return faultsOf(same("EXPORT-5", `${last.day}: sha256`, last.sha256, found?.sha256 ?? "–"), ofFile);
}
