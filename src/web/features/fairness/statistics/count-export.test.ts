import { expect, it } from "vitest";
import { type DayFile, fileDays, textOf } from "../../../../../tests/history/day-files.ts";
import { trueHistory } from "../../../../../tests/history/true-history.ts";
import { reportOf } from "../../../../domain/statistics/report.ts";
import { countRecord, newStatistics } from "../../../../domain/statistics/statistics.ts";
import type { ExportSource } from "../export-run/export-source.ts";
import { countExport, type CountedExport, newCount } from "./count-export.ts";

const days = [...fileDays(trueHistory({ races: 230 }))];
const lines = days.flatMap((day) => day.lines);
const expected = newStatistics();
for (const line of lines) countRecord(expected, line);

/** An export with some days sealed; counts the files that are read from it. */
function publish(sealed: number, files: readonly DayFile[] = days) {
  const read = { files: 0 };
  const source: ExportSource = {
    list: async () => ({
      days: files.slice(0, sealed),
      next: files.slice(0, sealed).reduce((sum, { records }) => sum + records, 1),
    }),
    async *file({ day }) {
      read.files += 1;
      const bytes = new TextEncoder().encode(textOf(files.find((file) => file.day === day) ?? days[0]!));
      for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
    },
    async page(from) {
      const end = from + 49;
      return { records: lines.slice(from - 1, end), nextCursor: end < lines.length ? end + 1 : null };
    },
  };
  return { source, read };
}
const noPause = () => undefined;

it("STATS-1 STATS-5 counts the files and what is in none of them, whichever days are sealed", async () => {
  for (const sealed of [0, 1, days.length]) {
    const counted = newCount();
    await countExport(counted, publish(sealed).source, noPause);
    expect(counted.statistics).toEqual(expected);
    expect(counted.files).toBe(sealed);
  }
});

it("STATS-5 goes on where it was broken off, and counts nothing twice that has come into a file since", async () => {
  let snapshot: CountedExport | null = null;
  const counted = newCount();
  const first = publish(1);
  const breakOff = countExport(counted, first.source, ({ isKeepable }) => {
    if (isKeepable) snapshot = structuredClone(counted);
    if (counted.statistics.seq > days[0]!.records + 30) throw new Error("closed");
    return undefined;
  });
  await expect(breakOff).rejects.toThrow("closed");
  const again = publish(2);
  await countExport(snapshot!, again.source, noPause);
  expect(again.read.files).toBe(1);
  expect(snapshot!.statistics).toEqual(expected);
  expect(reportOf(snapshot!.statistics)).toEqual(reportOf(expected));
});

it("STATS-5 does not count a file whose bytes have another hash, nor goes on after one that was exchanged", async () => {
  const changed = { ...days[1]!, lines: days[1]!.lines.with(5, "{}") };
  const other = days.with(1, changed);
  const counted = newCount();
  await expect(countExport(counted, publish(2, other).source, noPause)).rejects.toThrow(/SHA-256/);
  expect(counted.files).toBe(1);

  const done = newCount();
  await countExport(done, publish(2).source, noPause);
  const exchanged = days.with(1, { ...days[1]!, sha256: "0".repeat(64) });
  await expect(countExport(done, publish(2, exchanged).source, noPause)).rejects.toThrow(days[1]!.day);
});
