import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../foundation/db/operator-error.ts";

const KEY_LENGTH = 32;

/**
 * The key that seals the seed chains (rule FAIR-8): 32 bytes in `<dataDir>/seed-key`, readable only by its owner,
 * created once, and only where there are no seeds yet. Throws OperatorError when the file is not a key or not there.
 */
export async function openSeedKey(
  dataDir: string,
  { hasSeeds }: { readonly hasSeeds: boolean },
): Promise<Uint8Array> {
  const path = join(dataDir, "seed-key");
  await mkdir(dataDir, { recursive: true });
  const key = await readSeedKey(path);
  if (key !== null) return key;
  if (hasSeeds) {
    throw new OperatorError(
      `${path} is missing, without which the seeds of the database cannot be opened. Restore it from a backup.`,
    );
  }
  return createKey(path);
}

/** The key in a file; null if there is no file. Throws OperatorError for one that cannot be read or is no key. */
export async function readSeedKey(path: string): Promise<Uint8Array | null> {
  const key = await readFile(path).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new OperatorError(`${path} cannot be read (${code}): give it to the user that runs the server.`, {
      cause,
    });
  });
  if (key === null || key.length === KEY_LENGTH) return key;
  throw new OperatorError(
    `${path} holds ${key.length} bytes where a seed key has ${KEY_LENGTH}. Restore it from a backup.`,
  );
}

/** Linking the finished file into place is atomic: of two processes one wins, and both read the same key. */
async function createKey(path: string): Promise<Uint8Array> {
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(randomBytes(KEY_LENGTH));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path);
}
