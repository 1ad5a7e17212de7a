/**
 * What `npm run backup` of an embedded database costs: seconds, and the peak memory of the command and its child
 * processes together. For comparison, the same run measures `tar` with `gzip` over the same folder, the least that a
 * compressed copy takes.
 *
 * Usage: node --import tsx bench/backup.ts DATA_DIR [rounds, default 1]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [dataDir, rounds = "1"] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("Usage: tsx bench/backup.ts DATA_DIR [rounds]");
const root = join(import.meta.dirname, "..");
const place = mkdtempSync(join(tmpdir(), "furlong-backup-"));
const LOOK_EVERY_MS = 50;

/** Parent and resident kilobytes of a process; null if it is gone. */
function look(pid: string): { readonly parent: string; readonly kilobytes: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string) => new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? "0";
    return { parent: read("PPid"), kilobytes: Number(read("VmRSS")) };
  } catch {
    return null;
  }
}

/** Resident memory of a process and all its descendants, in megabytes. */
function megabytesOf(pid: number): number {
  const all = new Map(
    readdirSync("/proc").flatMap((name) => {
      const seen = /^\d+$/.test(name) ? look(name) : null;
      return seen === null ? [] : [[name, seen] as const];
    }),
  );
  const isOf = (name: string): boolean =>
    name === String(pid) || (all.has(name) && isOf(all.get(name)?.parent ?? ""));
  let kilobytes = 0;
  for (const [name, seen] of all) if (isOf(name)) kilobytes += seen.kilobytes;
  return kilobytes / 1024;
}

interface Copied {
  readonly seconds: number;
  readonly megabytes: number;
  readonly bytes: number;
}

async function copy(file: string, command: string, args: readonly string[]): Promise<Copied> {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  let most = 0;
  const looks = setInterval(() => (most = Math.max(most, megabytesOf(child.pid ?? 0))), LOOK_EVERY_MS);
  const [code] = await ended;
  clearInterval(looks);
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  const copied = { seconds: (performance.now() - began) / 1000, megabytes: most, bytes: statSync(file).size };
  rmSync(file);
  return copied;
}

const say = (what: string, { seconds, megabytes, bytes }: Copied) =>
  console.log(
    `${what.padEnd(18)}${seconds.toFixed(1).padStart(7)} s${megabytes.toFixed(0).padStart(6)} MB held${(bytes / 1e6).toFixed(0).padStart(7)} MB written`,
  );

for (let round = 1; round <= Number(rounds); round += 1) {
  const [file, bare] = [join(place, "backup"), join(place, "bare.tar.gz")];
  const ours = await copy(file, "npm", ["run", "--silent", "backup", "--", file]);
  rmSync(`${file}.seed-key`, { force: true });
  const least = await copy(bare, "tar", ["-czf", bare, "-C", dataDir, "database"]);
  say("npm run backup", ours);
  say("tar and gzip", least);
  console.log(`ratio ${(ours.seconds / least.seconds).toFixed(2)}`);
}
rmSync(place, { recursive: true });
