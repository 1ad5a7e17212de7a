import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Builds a Go program of this folder and returns the path of the binary; null where Go is not installed or its modules
 * cannot be downloaded, which one line says.
 */
export function buildGo(folder: string, into: string): string | null {
  const go = (...args: readonly string[]) => spawnSync("go", args, { cwd: folder, encoding: "utf8" });
  const downloaded = go("mod", "download");
  if (downloaded.status !== 0) {
    const reason = downloaded.error === undefined ? "cannot download its modules" : "is not installed";
    console.warn(`Go ${reason}: what ${folder} would check is skipped.`);
    return null;
  }
  const binary = join(into, "program");
  const built = go("build", "-o", binary, ".");
  if (built.status !== 0) throw new Error(built.stderr);
  return binary;
}
