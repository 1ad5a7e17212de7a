import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import {
  beginDay,
  checkDayLine,
  checkList,
  checkLooseLine,
  endDay,
  nextLooseLine,
  type PublishedDay,
} from "../../../../domain/history/day-file.ts";
import { type Checked, checkEnd } from "../../../../domain/history/history.ts";
import { checkHoldings } from "./check-holdings.ts";
import { type CheckedHistory, withFaults } from "./checked-history.ts";
import type { ExportSource } from "../export-run/export-source.ts";
import { linesOf } from "../export-run/lines-of.ts";

/** How far a check is. */
export interface CheckProgress {
  readonly check: CheckedHistory;
  /** Number of records known to be published. */
  readonly published: number;
  /** The day whose file is being read; null if there is no file yet. */
  readonly day: string | null;
  /** Whether the check can be stored as it is and continued from here. */
  readonly isKeepable: boolean;
}

/**
 * Called after each line: returns at once, or, when it is time to yield or the visitor wants a pause, returns a promise
 * that is awaited. It may throw to end the check.
 */
export type Turn = (progress: CheckProgress) => Promise<void> | undefined;

/**
 * Checks what was published and not checked yet: the files of the days, one after another and as their bytes arrive,
 * and then the records that are not in a file yet (rules HISTORY-1 and HISTORY-3). Holds only one line and the state at
 * a time.
 */
export async function checkExport(
  savedCheck: CheckedHistory,
  source: ExportSource,
  turn: Turn,
): Promise<CheckedHistory> {
  let check = savedCheck;
  const { days, next } = await source.list();
  let published = Math.max(next - 1, check.state.seq);
  const take = ({ state, faults }: Checked) => {
    check = withFaults({ ...check, state }, faults);
  };
  take({ state: check.state, faults: checkList(check.state, days) });
  for (const day of days.slice(check.state.files.count)) {
    for await (const checked of checkFile(check, source, day)) {
      take(checked);
      await turn({ check, published, day: day.day, isKeepable: false });
    }
    await turn({ check, published, day: day.day, isKeepable: true });
  }
  for (let from: number | null = nextLooseLine(check.state); from !== null;) {
    const { records, nextCursor } = await source.page(from);
    published = Math.max(published, from + records.length - 1);
    for (const line of records) {
      take(await withHoldings(checkLooseLine(check.state, line), line));
      await turn({ check, published, day: null, isKeepable: true });
    }
    from = nextCursor;
  }
  take({ state: check.state, faults: checkEnd(check.state) });
  return check;
}

async function* checkFile(
  { state }: CheckedHistory,
  source: ExportSource,
  day: PublishedDay,
): AsyncGenerator<Checked> {
  const hash = sha256.create();
  let isBegun = false;
  for await (const line of linesOf(source.file(day), (bytes) => hash.update(bytes))) {
    yield isBegun ? await withHoldings(checkDayLine(state, line), line) : beginDay(state, line, day);
    isBegun = true;
  }
  if (!isBegun) yield beginDay(state, "", day);
  yield endDay(state, day, bytesToHex(hash.digest()));
}

/** The checks of a record that only the browser can make. */
async function withHoldings(checked: Checked, line: string): Promise<Checked> {
  if (checked.faults.length > 0 || !line.includes('"kind":"liabilities"')) return checked;
  return { ...checked, faults: await checkHoldings(line) };
}
