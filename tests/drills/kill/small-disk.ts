import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  /** Leaves not a single byte free. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** A separate disk for a data folder, so that it can be filled up. Requires root, since it is mounted. */
export function openSmallDisk(megabytes: number): SmallDisk {
  if (process.getuid?.() !== 0)
    throw new Error("A full disk can be tried by root alone: it has to be mounted.");
  const folder = mkdtempSync(join(tmpdir(), "furlong-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "w");
      for (const size of [1_048_576, 4_096]) {
        try {
          for (const block = Buffer.alloc(size); ;) writeSync(file, block);
        } catch (error) {
          if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
