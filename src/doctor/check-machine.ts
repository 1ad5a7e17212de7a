import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { check, failed, type Finding, fine, warn } from "./check.ts";

const SEED_KEY_BYTES = 32;
const GIGABYTE = 1e9;

interface Machine {
  readonly dataDir: string;
  /** In the format of `process.versions.node`. */
  readonly nodeVersion: string;
  /** Free bytes of the disk that a folder is on. */
  readonly freeBytes: (folder: string) => Promise<number>;
}

/**
 * What the server depends on: Node, a data folder that only its owner can access, the seed key, and free disk space
 * (rule OPERATE-3).
 */
export async function checkMachine({
  dataDir,
  nodeVersion,
  freeBytes,
}: Machine): Promise<readonly Finding[]> {
  return [
    await check("Node", () => {
      const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
      const isNewEnough = major > 20 || (major === 20 && minor >= 19);
      return isNewEnough
        ? fine(nodeVersion)
        : failed(`This is Node ${nodeVersion}; Furlong needs 20.19 or later.`);
    }),
    await check("data folder", () => {
      if (!existsSync(dataDir)) return warn(`${dataDir} does not exist; the first start creates it.`);
      accessSync(dataDir, constants.R_OK | constants.W_OK);
      const open = reachableByOthers(dataDir);
      return open === null
        ? fine(`Only its owner can access ${dataDir}`)
        : failed(`Other users can access ${open}.`);
    }),
    await check("seed key", () => {
      const path = join(dataDir, "seed-key");
      if (!existsSync(path)) {
        return existsSync(join(dataDir, "database"))
          ? failed(`${path} is missing, which opens the database's seeds: restore it from a backup.`)
          : warn(`${path} does not exist; the first start creates it.`);
      }
      const { length } = readFileSync(path);
      return length === SEED_KEY_BYTES
        ? fine(`${path} exists; is there a copy of it in another place than the database?`)
        : failed(`${path} has ${length} bytes, but a key has ${SEED_KEY_BYTES}: restore it from a backup.`);
    }),
    await check("disk", async () => {
      const free = await freeBytes(existsSync(dataDir) ? dataDir : ".");
      const said = `${(free / GIGABYTE).toFixed(1)} GB free`;
      if (free < GIGABYTE) return failed(`${said}, too little.`);
      return free < 5 * GIGABYTE ? warn(`${said}, enough only for days.`) : fine(said);
    }),
  ];
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The first path that others than its owner can access; the embedded database's own files need no check. */
function reachableByOthers(folder: string): string | null {
  // Windows has no such modes.
  if (process.platform === "win32") return null;
  if ((statSync(folder).mode & 0o077) !== 0) return folder;
  const inside = readdirSync(folder).map((name) => join(folder, name));
  return (
    inside.find((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0) ?? null
  );
}
