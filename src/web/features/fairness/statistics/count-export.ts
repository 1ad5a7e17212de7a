import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { PublishedDay } from "../../../../domain/history/day-file.ts";
import { readHeader } from "../../../../domain/history/record.ts";
import { countRecord, newStatistics, type Statistics } from "../../../../domain/statistics/statistics.ts";
import { type ExportSource, ExportUnread } from "../export-run/export-source.ts";
import { linesOf } from "../export-run/lines-of.ts";

/** How far the export was counted, as stored between visits. */
export interface CountedExport {
  readonly statistics: Statistics;
  /** Days' files that were counted completely. */
  files: number;
  lastFile: PublishedDay | null;
  /** When everything published by then was counted, in epoch milliseconds; null before the first time. */
  doneAt: number | null;
}

export const newCount = (): CountedExport => ({
  statistics: newStatistics(),
  files: 0,
  lastFile: null,
  doneAt: null,
});

/** How far a count is. */
export interface CountProgress {
  /** Number of records known to be published. */
  readonly published: number;
  /** The day whose file is being read; null if there is no file yet. */
  readonly day: string | null;
  /** Whether the count can be stored as it is and continued from here. */
  readonly isKeepable: boolean;
}

/**
 * Called after each line: returns at once, or, when it is time to yield or the visitor wants a pause, returns a promise
 * that is awaited. It may throw to end the count.
 */
export type CountTurn = (progress: CountProgress) => Promise<void> | undefined;

/**
 * Counts in place what was published and not counted yet: the files of the days, each verified against its published
 * SHA-256, and then the records that are not in a file yet (rules STATS-1 and STATS-5). Holds only one line and the
 * count at a time.
 *
 * @throws ExportUnread if it cannot be read, or differs from what was published. Everything counted since the last
 * keepable standing must then be discarded.
 */
export async function countExport(
  counted: CountedExport,
  source: ExportSource,
  turn: CountTurn,
): Promise<void> {
  const { statistics, lastFile } = counted;
  const { days, next } = await source.list();
  let published = Math.max(next - 1, statistics.seq);
  if (lastFile !== null && days[counted.files - 1]?.sha256 !== lastFile.sha256) {
    throw new ExportUnread(`${lastFile.day}: not the file that was counted`);
  }
  for (const day of days.slice(counted.files)) {
    const hash = sha256.create();
    let seq: number | null = null;
    for await (const line of linesOf(source.file(day), (bytes) => hash.update(bytes))) {
      if (seq === null) {
        seq = firstOf(line, day);
        continue;
      }
      // A record counted before it was in a file is not counted twice.
      if (seq > statistics.seq) countRecord(statistics, line);
      seq += 1;
      await turn({ published, day: day.day, isKeepable: false });
    }
    const found = bytesToHex(hash.digest());
    if (found !== day.sha256) throw new ExportUnread(`${day.day}: SHA-256 ${found}`);
    counted.files += 1;
    counted.lastFile = { day: day.day, sha256: day.sha256, records: day.records };
    await turn({ published, day: day.day, isKeepable: true });
  }
  for (let from: number | null = statistics.seq + 1; from !== null;) {
    const { records, nextCursor } = await source.page(from);
    published = Math.max(published, from + records.length - 1);
    for (const line of records) {
      countRecord(statistics, line);
      await turn({ published, day: null, isKeepable: true });
    }
    from = nextCursor;
  }
}

function firstOf(line: string, { day }: PublishedDay): number {
  const header = readHeader(line);
  if (!header.ok) throw new ExportUnread(`${day}: ${header.path}?`);
  return header.value.first;
}
