import type { Walked } from "../../../../auditor/walk-log.ts";
import type { Fault } from "../../../../domain/history/fault.ts";
import { type HistoryState, newHistory } from "../../../../domain/history/history.ts";

/** How far the records' memos were read from the chain. */
export interface ReadMemos {
  /** The last record whose memos were read. */
  readonly seq: number;
  /** Digest of the records up to there: they have to be those that were checked. */
  readonly digest: string;
  readonly memos: number;
  /** Memos that the node does not have: too old for it, or never there. */
  readonly missing: number;
  /** What the notaries of the public log wrote; null before it was walked. */
  readonly walked: Omit<Walked, "differences"> | null;
}

/** A check of the history, as it is stored between visits. */
export interface CheckedHistory {
  readonly state: HistoryState;
  /** The first faults; beyond that they are only counted. */
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  /** When everything published by then was checked; null before the first time. */
  readonly doneAt: number | null;
  readonly chain: ReadMemos;
}

/** Maximum number of faults stored and shown: anyone who finds more has found enough. */
const MAX_FAULTS = 500;

export const newCheck = (): CheckedHistory => ({
  state: newHistory(),
  faults: [],
  faultCount: 0,
  doneAt: null,
  chain: { seq: 0, digest: "", memos: 0, missing: 0, walked: null },
});

/** The same check with the further faults added; what was found on an earlier visit is not counted twice. */
export function withFaults<Check extends Pick<CheckedHistory, "faults" | "faultCount">>(
  check: Check,
  found: readonly Fault[],
): Check {
  if (found.length === 0) return check;
  const known = new Set(check.faults.map((fault) => JSON.stringify(fault)));
  const added = found.filter((fault) => !known.has(JSON.stringify(fault)));
  const faults = [...check.faults, ...added].slice(0, MAX_FAULTS);
  return { ...check, faults, faultCount: check.faultCount + added.length };
}
