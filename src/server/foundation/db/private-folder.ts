import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "./operator-error.ts";

const OTHERS = 0o077;

/**
 * From now on, files that this process or its children create are accessible only to their owner, whatever the umask
 * was (rule LIMITS-10). Call it before anything is written.
 */
export const keepNewFilesPrivate = (): void => void process.umask(OTHERS);

/**
 * Creates a folder unless it exists, and removes other users' access to it and everything in it: 0700 and 0600 (rule
 * LIMITS-10). Answers how many entries others could reach until now. Throws OperatorError if we may not change that.
 */
export function makeFolderPrivate(folder: string): number {
  // Windows has no such modes.
  if (process.platform === "win32") return 0;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const inside = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return [folder, ...inside].filter(takeFromOthers).length;
}

/** When root has written into another user's folder, that user gets the file, or the folder with all in it. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  const inside = lstatSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [];
  for (const one of [path, ...inside]) lchownSync(one, uid, gid);
}

/** True when others had access to the file or folder. Links have no modes of their own and are left alone. */
function takeFromOthers(path: string, index: number): boolean {
  try {
    const found = index === 0 ? statSync(path) : lstatSync(path);
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return false;
    chmodSync(path, found.mode & 0o700);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process that uses the folder has removed it meanwhile.
    if (code === "ENOENT") return false;
    if (code === "EPERM") {
      throw new OperatorError(
        `Other users can reach ${path}, which belongs to another user: make it private.`,
      );
    }
    throw error;
  }
}
