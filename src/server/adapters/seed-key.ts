import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../db/operator-error.ts";

const KEY_LENGTH = 32;

/**
 * The key that seals the seed chains (rule FAIR-8): 32 bytes in `<dataDir>/seed-key`, readable only by its owner,
 * created once. Throws when the file exists but is not a key.
 */
export async function openSeedKey(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, "seed-key");
  await mkdir(dataDir, { recursive: true });
  const key = (await readKey(path)) ?? (await createKey(path));
  if (key.length !== KEY_LENGTH) {
    throw new OperatorError(
      `${path} holds ${key.length} bytes where a seed key has ${KEY_LENGTH}. Restore it from a backup.`,
    );
  }
  return key;
}

async function readKey(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
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
