import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { PublishedDay } from "../../../domain/history/day-file.ts";
import { readHeader } from "../../../domain/history/record.ts";
import { countRecord, newStatistics, type Statistics } from "../../../domain/statistics/statistics.ts";
import { type ExportSource, ExportUnread } from "../export-run/export-source.ts";
import { linesOf } from "../export-run/lines-of.ts";

/** How far the export was counted, as it is kept between visits. */
export interface CountedExport {
  readonly statistics: Statistics;
  /** Days' files that were counted as a whole. */
  files: number;
  lastFile: PublishedDay | null;
  /** When everything that was published by then was counted, in epoch milliseconds; null before the first time. */
  doneAt: number | null;
}

export const newCount = (): CountedExport => ({
  statistics: newStatistics(),
  files: 0,
  lastFile: null,
  doneAt: null,
});

/** Where a count stands. */
export interface CountStanding {
  /** Records that are known to be published. */
  readonly published: number;
  /** The day whose file is being read; null where there is no file yet. */
  readonly day: string | null;
  /** Whether the count can be kept as it is and continued from here. */
  readonly isKeepable: boolean;
}

/**
 * Called after each line: returns at once, or, when it is time for others or the visitor wants a pause, a promise that is
 * awaited. It may throw to end the count.
 */
export type CountTurn = (standing: CountStanding) => Promise<void> | undefined;

/**
 * Counts what was published and not counted yet, in place: the files of the days, each with the SHA-256 that it is published by,
 * and then the records that are in no file yet (rules STATS-1 and STATS-5). Only a line and the count are held at a time.
 *
 * @throws ExportUnread where it cannot be read, or is not what it was published as. What was counted since the last standing
 * that is keepable must then be thrown away.
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
      // One that was counted before there was a file of it is not counted twice.
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
