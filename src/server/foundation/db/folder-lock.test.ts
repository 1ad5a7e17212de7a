import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderInUse, lockFolder } from "./folder-lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "furlong-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, "lock");
/** Changes the lock as if another run had left it behind. */
function leave(changes: Record<string, unknown>) {
  lockFolder(folder);
  const owner = JSON.parse(readFileSync(lockFile(), "utf8")) as Record<string, unknown>;
  writeFileSync(lockFile(), JSON.stringify({ ...owner, ...changes }));
}
/** Takes the lock, releases it, and answers what is left in the folder. */
function takeAndRelease() {
  lockFolder(folder).release();
  return readdirSync(folder);
}
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("the lock of a data folder", () => {
  it("refuses a second owner in one line that names the process and the folder", () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    expect(() => lockFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${process.pid}.`,
    );
    lock.release();
    expect(takeAndRelease()).toEqual([]);
  });

  it("is taken over from a dead process", () => {
    leave({ pid: deadPid() });
    expect(takeAndRelease()).toEqual([]);
  });

  it("is taken over when its process number belongs to another process now", () => {
    leave({ startTicks: "1" });
    expect(takeAndRelease()).toEqual([]);
  });

  it("is taken over after the machine was started anew", () => {
    leave({ bootId: "an earlier one" });
    expect(takeAndRelease()).toEqual([]);
  });

  it("is taken over when a loss of power cut it short", () => {
    writeFileSync(lockFile(), "");
    expect(takeAndRelease()).toEqual([]);
  });

  it("has one owner at most when many processes want a stale one at once", async () => {
    leave({ pid: deadPid() });
    const program = `import { lockFolder } from ${JSON.stringify(fileURLToPath(new URL("./folder-lock.ts", import.meta.url)))};
      try { lockFolder(process.argv[1]); console.log("owner"); process.stdin.on("end", () => process.exit()).resume(); }
      catch (error) { console.log(error.name); }`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program, folder]),
    );
    const exits = children.map((child) => once(child, "exit"));
    const answers = await Promise.all(
      children.map(async ({ stdout }) => String((await once(stdout, "data"))[0]).trim()),
    );
    for (const child of children) child.stdin.end();
    await Promise.all(exits);
    expect(answers.toSorted()).toEqual([...Array<string>(5).fill("FolderInUse"), "owner"]);
  });
});
