import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Db, OpenDatabase } from "./database.ts";
import { DurableFolder, syncPath, syncTree } from "./durable-folder.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrate } from "./migrate.ts";
import * as schema from "./schema.ts";

const INT8 = 20;
const parsers = { [INT8]: BigInt };

export interface EmbeddedDatabase extends OpenDatabase {
  readonly kind: "embedded";
  /** A consistent copy of the whole database as a tar, gzipped or not. */
  dump(compression: "gzip" | "none"): Promise<Blob>;
}

/** Where the embedded database keeps its files inside the data folder. */
export const embeddedFolder = (dataDir: string) => join(dataDir, "database");

/**
 * Opens the embedded database of a data folder, making it at first. A commit that was answered is on disk.
 * Throws FolderInUse when another process has the folder open.
 */
export async function openEmbedded({ dataDir }: { dataDir: string }): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    if (!existsSync(folder)) await createFolder(folder);
    const fs = new DurableFolder(folder);
    const opened = await openPglite({ fs, startParams: fs.startParams });
    return {
      ...opened,
      async close() {
        await opened.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Makes the database's folder, empty or from a copy made by `dump`. It appears whole or not at all: a first
 * start that is cut short leaves nothing that looks like a database.
 */
export async function createFolder(folder: string, image?: Blob) {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const fs = new DurableFolder(unfinished);
  const pglite = await PGlite.create({
    fs,
    startParams: fs.startParams,
    ...(image && { loadDataDir: image }),
  });
  await pglite.close();
  syncTree(unfinished);
  renameSync(unfinished, folder);
  syncPath(dirname(folder));
}

/** A database in memory, for tests; `image` is a copy made by `dump` and already has the schema. */
export async function openInMemory(image?: Blob): Promise<EmbeddedDatabase> {
  // Small log segments keep the copy small and quick to load.
  const options = image ? { loadDataDir: image } : { initDbStartParams: ["--wal-segsize=1"] };
  return openPglite(options, image === undefined);
}

async function openPglite(options: PGliteOptions, needsSchema = true): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create({ ...options, parsers });
  const db: Db = drizzle({ client: pglite, schema });
  try {
    if (needsSchema) await migrate(db);
  } catch (error) {
    await pglite.close();
    throw error;
  }
  return {
    db,
    kind: "embedded",
    dump: (compression) => pglite.dumpDataDir(compression),
    close: () => pglite.close(),
  };
}
