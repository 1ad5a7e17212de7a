import { beginDay, checkDayLine, endDay } from "../../src/domain/history/day-file.ts";
import type { Fault } from "../../src/domain/history/fault.ts";
import { checkEnd, checkRecord, type HistoryState, newHistory } from "../../src/domain/history/history.ts";
import { type DayFile, sha256Of, textOf } from "./day-files.ts";

export interface CheckedHistory {
  readonly state: HistoryState;
  readonly faults: readonly Fault[];
}

/** Checks lines one after the other. */
export function checkLines(lines: Iterable<string>): CheckedHistory {
  const state = newHistory();
  const faults: Fault[] = [];
  for (const line of lines) faults.push(...checkRecord(state, line).faults);
  faults.push(...checkEnd(state));
  return { state, faults };
}

/** Checks files one after the other, against the hashes that their list names. */
export function checkDays(days: Iterable<DayFile>): CheckedHistory {
  const state = newHistory();
  const faults: Fault[] = [];
  for (const day of days) {
    faults.push(...beginDay(state, day.header, day).faults);
    for (const line of day.lines) faults.push(...checkDayLine(state, line).faults);
    faults.push(...endDay(state, day, sha256Of(textOf(day))).faults);
  }
  faults.push(...checkEnd(state));
  return { state, faults };
}
