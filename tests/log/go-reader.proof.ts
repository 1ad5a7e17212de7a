import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeEntry } from "../../src/domain/log/entry.ts";
import { buildGo } from "../support/go.ts";
import { writeLogFolder } from "../support/plain-log.ts";

/*
 * A log that this code wrote, read by code that nobody here wrote: that of Go's checksum database.
 */

const folder = mkdtempSync(join(tmpdir(), "furlong-log-"));
const program = buildGo(join(import.meta.dirname, "go-reader"), folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIZE = 70_000;
const entries = Array.from({ length: SIZE }, (_, n) =>
  Buffer.from(
    writeEntry(
      { kind: "rule", rule: "setting", key: "house_edge", from: null, to: String(n), reason: null },
      new Date(n),
    ),
  ),
);

const read = (log: string, key: string) => {
  if (program === null) throw new Error("no program");
  return spawnSync(program, [log, key], { encoding: "utf8" });
};
const freshLog = (name: string, size: number, olderSizes: readonly number[]) => {
  const log = join(folder, name);
  mkdirSync(log);
  return { log, key: writeLogFolder(log, entries.slice(0, size), olderSizes) };
};

it.skipIf(program === null)(
  "is verified by Go's tlog and note: checkpoint, every entry and every older checkpoint",
  () => {
    const older = [1, 2, 255, 256, 257, 511, 512, 4_000, 65_535, 65_536, 65_537];
    const { log, key } = freshLog("true", SIZE, older);
    expect(read(log, key)).toMatchObject({ stderr: "", stdout: "70000 entries, 11 older checkpoints\n" });
  },
);

it.skipIf(program === null).each(["tile/0/000", "tile/entries/000", "checkpoint"])(
  "is refused by Go with one bit changed in %s",
  (path) => {
    const { log, key } = freshLog(path.replaceAll("/", "-"), 300, [256]);
    const content = readFileSync(join(log, path));
    content.writeUInt8(content.readUInt8(40) ^ 1, 40);
    writeFileSync(join(log, path), content);
    expect(read(log, key).status).toBe(1);
  },
);
