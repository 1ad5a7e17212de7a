import { expect, it } from "vitest";
import { type DayFile, fileDays, textOf } from "../../../../../tests/history/day-files.ts";
import { trueHistory } from "../../../../../tests/history/true-history.ts";
import { checkExport, type CheckProgress } from "./check-export.ts";
import { type CheckedHistory, newCheck } from "./checked-history.ts";
import type { ExportSource } from "../export-run/export-source.ts";

const days = [...fileDays(trueHistory({ races: 230 }))];
const lines = days.flatMap((day) => day.lines);

/** An export with some days sealed; counts what is read from it. */
function publish(sealed: number, files: readonly DayFile[] = days, all: readonly string[] = lines) {
  const read = { files: 0, pages: 0 };
  const sealedFiles = files.slice(0, sealed);
  const next = sealedFiles.reduce((sum, { records }) => sum + records, 1);
  const source: ExportSource = {
    list: async () => ({ days: sealedFiles, next }),
    async *file({ sha256 }) {
      read.files += 1;
      const bytes = new TextEncoder().encode(
        textOf(files.find((file) => file.sha256 === sha256) ?? sealedFiles[0]!),
      );
      for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
    },
    async page(from) {
      read.pages += 1;
      const end = from + 49;
      return { records: all.slice(from - 1, end), nextCursor: end < all.length ? end + 1 : null };
    },
  };
  return { source, read };
}

const noPause = () => undefined;
/** As it comes back from storage. */
const copyOf = (check: CheckedHistory) => JSON.parse(JSON.stringify(check)) as CheckedHistory;

it("HISTORY-1 HISTORY-3 reads the files and what is in none of them, and finds nothing in a true history", async () => {
  const { source, read } = publish(2);
  const check = await checkExport(newCheck(), source, noPause);
  expect(check).toMatchObject({
    faultCount: 0,
    state: { seq: lines.length, races: 230, files: { count: 2 } },
  });
  expect(read.files).toBe(2);
});

it("HISTORY-3 goes on with what is new, after a visit that was broken off and one that came to the end", async () => {
  let last: CheckedHistory | null = null;
  const breakOff = ({ check, isKeepable }: CheckProgress) => {
    if (isKeepable) last = copyOf(check);
    if (check.state.seq > days[0]!.records + 30) throw new Error("closed");
    return undefined;
  };
  await expect(checkExport(newCheck(), publish(2).source, breakOff)).rejects.toThrow("closed");
  expect(last).toMatchObject({ state: { files: { count: 1 } } });

  const second = publish(2);
  const done = await checkExport(last!, second.source, noPause);
  expect(second.read.files).toBe(1);
  expect(done).toMatchObject({ faultCount: 0, state: { seq: lines.length } });

  // By now another day is sealed, whose records were read before.
  const third = publish(3);
  const again = await checkExport(copyOf(done), third.source, noPause);
  expect(third.read.files).toBe(1);
  expect(again).toMatchObject({ faultCount: 0, state: { seq: lines.length, files: { count: 3 } } });
});

it("HISTORY-3 finds that a file was exchanged after it was read, and tells it once", async () => {
  const done = await checkExport(newCheck(), publish(3).source, noPause);
  const exchanged = days.with(2, { ...days[2]!, sha256: "0".repeat(64) });
  const first = await checkExport(copyOf(done), publish(3, exchanged).source, noPause);
  expect(first.faults).toMatchObject([{ rule: "EXPORT-5", race: null }]);
  const second = await checkExport(copyOf(first), publish(3, exchanged).source, noPause);
  expect(second.faultCount).toBe(1);
});
