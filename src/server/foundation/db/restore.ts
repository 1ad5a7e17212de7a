import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { openBackup } from "./backup-file.ts";
import { type Place, seedKeyBeside, seedKeyOf } from "./backup.ts";
import type { Db } from "./database.ts";
import { copyDurably, syncPath } from "./durable-folder.ts";
import { restoreEmbedded } from "./open-embedded.ts";
import { OperatorError } from "./operator-error.ts";
import { giveToOwnerOf } from "./private-folder.ts";
import { restorePostgres } from "./restore-postgres.ts";
import type { Replaced } from "./restored.ts";

export interface RestoreOptions {
  /** Whether data may be replaced. */
  readonly replace: boolean;
  /** The time becomes part of the name that replaced data gets. */
  readonly at: Date;
  /** Examines the restored data, whose seeds that key is to open; throws OperatorError for what is wrong. */
  readonly prove: (db: Db, seedKeyFile: string | null) => Promise<void>;
}

export interface Restored {
  readonly hasSeedKey: boolean;
  readonly replaced: Replaced | null;
}

/**
 * Puts a backup in the place of the database, whose server must not be running (rule OPERATE-8). The copy is checked
 * byte for byte, loaded beside the database, compared with what this version makes, and proven; then both change names
 * in one step. Until then, nothing that was there is touched: an OperatorError says what is wrong.
 */
export async function restore(place: Place, file: string, options: RestoreOptions): Promise<Restored> {
  const { dataDir, databaseUrl } = place;
  const backup = await openBackup(file);
  const kind = databaseUrl === null ? "embedded" : "postgres";
  if (backup.kind !== kind) throw new OperatorError(`${file} is not a backup of the ${kind} database.`);
  const key = seedKeyOf(place);
  const given = existsSync(seedKeyBeside(file)) ? seedKeyBeside(file) : null;
  const isOther = given !== null && !(existsSync(key) && readFileSync(key).equals(readFileSync(given)));
  if (isOther && existsSync(key) && !options.replace) {
    throw new OperatorError(
      `${key} is another key than the backup's. Give --replace to put the backup's in its place.`,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const seedKeyFile = given ?? (existsSync(key) ? key : null);
  const stamp = options.at.toISOString().replaceAll(/[-:.]/g, "").toLowerCase();
  const prove = (db: Db) => options.prove(db, seedKeyFile);
  const restoring = { replace: options.replace, stamp, prove };
  const replaced =
    databaseUrl === null
      ? await restoreEmbedded(dataDir, backup, restoring)
      : await restorePostgres(databaseUrl, backup, restoring);
  if (isOther) {
    // A copy, so that a kill leaves one key or the other.
    if (existsSync(key)) await copyFor(dataDir, key, `${key}.before-${stamp}`);
    rmSync(`${key}.new`, { force: true });
    await copyFor(dataDir, given, `${key}.new`);
    renameSync(`${key}.new`, key);
    await syncPath(dataDir);
  }
  return { hasSeedKey: seedKeyFile !== null, replaced };
}

async function copyFor(dataDir: string, from: string, to: string) {
  await copyDurably(from, to);
  giveToOwnerOf(dataDir, to);
}
