import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { drizzle } from "drizzle-orm/pglite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CHANGES_CHANNEL, toldChanges } from "./change-news.ts";
import type { Db, OpenDatabase } from "./database.ts";
import { DurableFolder, syncPath, syncTree } from "./durable-folder.ts";
import { packFolder, unpackFolder } from "./folder-archive.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrate } from "./migrate.ts";
import { refuseWaitingForItself } from "./one-connection.ts";
import { OperatorError } from "./operator-error.ts";
import { makeFolderPrivate } from "./private-folder.ts";

const INT8 = 20;
/** Small log segments (in MB) make the folder, and so its copies, small and quick to create. */
const initDbStartParams = ["--wal-segsize=1"];
const parsers = { [INT8]: BigInt };

export interface EmbeddedDatabase extends OpenDatabase {
  readonly kind: "embedded";
  /** A consistent copy of the whole database as a tar, gzipped or not. */
  readonly dump: (compression: "gzip" | "none") => Promise<Blob>;
}

/** Where the embedded database keeps its files inside the data folder. */
const embeddedFolder = (dataDir: string) => join(dataDir, "database");

/**
 * Opens the embedded database of a data folder, and creates it the first time. An acknowledged commit is on disk.
 * Throws FolderInUse when another process has the folder open.
 */
export async function openEmbedded({ dataDir }: { dataDir: string }): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    if (!hasDatabase(folder)) await createFolder(folder);
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
 * Copies a data folder's database to `file`, which must exist and be empty; the folder must not be open. What a killed
 * server had committed is in the log, which is copied too. Throws FolderInUse.
 */
export function copyEmbedded(dataDir: string, file: string): Promise<void> {
  return whileLocked(dataDir, async (folder) => {
    if (!hasDatabase(folder)) throw new OperatorError(`There is no database in ${dataDir}.`);
    await packFolder(folder, file);
  });
}

/**
 * Creates a data folder's database from a copy, a tar that may be gzipped; an existing one is replaced only with
 * `replace`. Throws FolderInUse.
 */
export function restoreEmbedded(
  dataDir: string,
  file: string,
  { replace }: { replace: boolean },
): Promise<void> {
  return whileLocked(dataDir, async (folder) => {
    if (hasDatabase(folder) && !replace) {
      throw new OperatorError(`${dataDir} holds a database. Give --replace to put the copy in its place.`);
    }
    await createFolder(folder, file);
  });
}

async function whileLocked<T>(dataDir: string, act: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    return await act(embeddedFolder(dataDir));
  } finally {
    lock.release();
  }
}

const replacedFolder = (folder: string) => `${folder}.replaced`;

/** Whether there is a database; one that an interrupted restore had set aside is put back first. */
function hasDatabase(folder: string): boolean {
  if (existsSync(folder)) return true;
  if (!existsSync(replacedFolder(folder))) return false;
  renameSync(replacedFolder(folder), folder);
  return true;
}

/**
 * Creates the database's folder, empty or from a copy. It appears whole or not at all: an interrupted first start
 * leaves nothing that looks like a database.
 */
async function createFolder(folder: string, file?: string) {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  if (file !== undefined) {
    mkdirSync(unfinished);
    await unpackFolder(file, unfinished);
    if (!existsSync(join(unfinished, "PG_VERSION")))
      throw new OperatorError(`${file} is not a copy of an embedded database.`);
  }
  // The stock file system, without syncs: the whole tree is synced once, at the end. A copy that cannot be opened
  // replaces nothing.
  const pglite = await PGlite.create({ fs: new NodeFS(unfinished), initDbStartParams });
  await pglite.close();
  // The stock file system also gives files the modes that Postgres requests, regardless of the umask.
  makeFolderPrivate(unfinished);
  await syncTree(unfinished);
  if (existsSync(folder)) {
    rmSync(replacedFolder(folder), { recursive: true, force: true });
    renameSync(folder, replacedFolder(folder));
  }
  renameSync(unfinished, folder);
  await syncPath(dirname(folder));
  rmSync(replacedFolder(folder), { recursive: true, force: true });
}

/**
 * A database in memory, for tests; `image` is a copy made by `dump` and already has the schema.
 * @testing
 */
export async function openInMemory(image?: Blob): Promise<EmbeddedDatabase> {
  const options = image ? { loadDataDir: image } : { initDbStartParams };
  return openPglite(options, image === undefined);
}

async function openPglite(options: PGliteOptions, needsSchema = true): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create({ ...options, parsers });
  const db: Db = drizzle({ client: refuseWaitingForItself(pglite) });
  const changes = toldChanges();
  try {
    if (needsSchema) await migrate(db);
    await pglite.listen(CHANGES_CHANNEL, (change) => changes.tell(change));
  } catch (error) {
    await pglite.close();
    throw error;
  }
  return {
    db,
    kind: "embedded",
    changes,
    tend: async () => {},
    tidy: () => tidy(pglite),
    dump: (compression) => pglite.dumpDataDir(compression),
    close: () => pglite.close(),
  };
}

/**
 * Uses the thresholds of Postgres's own autovacuum. Each command blocks the process while it runs, so the event loop
 * gets a turn between them.
 */
async function tidy(pglite: PGlite) {
  const { rows } = await pglite.query<{ command: string }>(
    `select 'vacuum ' || quote_ident(relname) as command from pg_stat_user_tables where n_dead_tup > 50 + 0.2 * n_live_tup
     union all
     select 'analyze ' || quote_ident(relname) from pg_stat_user_tables where n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  );
  for (const { command } of rows) {
    await pglite.query(command);
    await setImmediate();
  }
  await pglite.query("checkpoint");
}
