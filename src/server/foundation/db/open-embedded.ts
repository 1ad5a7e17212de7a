import { messages, PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { drizzle } from "drizzle-orm/pglite";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type BackupFile, readBackup } from "./backup-file.ts";
import { CHANGES_CHANNEL, toldChanges } from "./change-news.ts";
import type { Db, OpenDatabase } from "./database.ts";
import { DurableFolder, syncPath, syncTree } from "./durable-folder.ts";
import { packFolder, unpackFolder } from "./folder-archive.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrate } from "./migrate.ts";
import { refuseWaitingForItself } from "./one-connection.ts";
import { OperatorError } from "./operator-error.ts";
import { giveToOwnerOf, makeFolderPrivate } from "./private-folder.ts";
import { reasonOf } from "./reason-of.ts";
import { nothingChanged, type Replaced, type Restoring } from "./restored.ts";

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

interface EmbeddedOptions {
  readonly dataDir: string;
  /** Called when the database has ended itself, before the next query reaches it; has to end the process. */
  readonly onPanic?: (error: unknown) => void;
}

const sayAndExit = (error: unknown): never => {
  const reason = error instanceof OperatorError ? error.message : reasonOf(error);
  console.error(`${reason}. The embedded database has stopped: is the disk full?`);
  process.exit(1);
};

/**
 * Opens the embedded database of a data folder, and creates it the first time. An acknowledged commit is on disk.
 * Throws FolderInUse when another process has the folder open.
 */
export async function openEmbedded({
  dataDir,
  onPanic = sayAndExit,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    if (!hasDatabase(folder)) await createFolder(folder, onPanic);
    const fs = new DurableFolder(folder);
    const opened = await openPglite({ fs, startParams: fs.startParams }, { onPanic });
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
 * Creates a data folder's database from a backup, and sets an existing one aside, only with `replace`. Throws
 * FolderInUse.
 */
export function restoreEmbedded(
  dataDir: string,
  backup: BackupFile,
  { replace, stamp, prove }: Restoring,
): Promise<Replaced | null> {
  return whileLocked(dataDir, async (folder) => {
    const isReplaced = hasDatabase(folder);
    if (isReplaced && !replace) {
      throw new OperatorError(`${dataDir} holds a database. Give --replace to put the copy in its place.`);
    }
    await createFolder(folder, (error) => sayAndExit(nothingChanged(error)), { backup, stamp, prove });
    if (!isReplaced) return null;
    const name = replacedFolder(folder, stamp);
    return { name, bytes: sizeOfFolder(name), removal: `rm -r ${name}` };
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

/** Where a database is made before it is in use. */
const newFolder = (folder: string, stamp: string) => `${folder}.new-${stamp}`;
const replacedFolder = (folder: string, stamp: string) => `${folder}.before-${stamp}`;

const sizeOfFolder = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)).size)
    .reduce((total, size) => total + size, 0);

/** Whether there is a database. A restore that was interrupted between its two renames is finished first. */
function hasDatabase(folder: string): boolean {
  if (existsSync(folder)) return true;
  const stamp = stampsOfNew(folder).find((one) => existsSync(replacedFolder(folder, one)));
  if (stamp === undefined) return false;
  renameSync(newFolder(folder, stamp), folder);
  return true;
}

const stampsOfNew = (folder: string): readonly string[] => {
  const beginning = basename(newFolder(folder, ""));
  const names = readdirSync(dirname(folder)).filter((name) => name.startsWith(beginning));
  return names.map((name) => name.slice(beginning.length));
};

/**
 * Creates the database's folder, empty or from a backup. It appears whole or not at all: an interrupted first start
 * leaves nothing that looks like a database, and a backup that is refused replaces nothing.
 */
async function createFolder(
  folder: string,
  onPanic: (error: unknown) => void,
  restored?: Omit<Restoring, "replace"> & { readonly backup: BackupFile },
) {
  for (const stamp of stampsOfNew(folder)) rmSync(newFolder(folder, stamp), { recursive: true });
  const unfinished = newFolder(folder, restored?.stamp ?? "empty");
  try {
    if (restored !== undefined) {
      mkdirSync(unfinished);
      await unpackFolder(readBackup(restored.backup), unfinished);
      if (!existsSync(join(unfinished, "PG_VERSION"))) throw new OperatorError("It holds no database.");
    }
    // The stock file system, without syncs: the whole tree is synced once, at the end.
    const removeAndEnd = (error: unknown) => {
      try {
        rmSync(unfinished, { recursive: true, force: true });
      } finally {
        // Also when the disk refuses: a query would never return.
        onPanic(error);
      }
    };
    const fs = new NodeFS(unfinished);
    const opened = await openPglite({ fs, initDbStartParams }, { onPanic: removeAndEnd });
    try {
      await restored?.prove(opened.db);
    } finally {
      await opened.close();
    }
    // The stock file system also gives files the modes that Postgres requests, regardless of the umask.
    makeFolderPrivate(unfinished);
    giveToOwnerOf(dirname(folder), unfinished);
    await syncTree(unfinished);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (restored === undefined) throw error;
    throw nothingChanged(error);
  }
  if (restored !== undefined && existsSync(folder))
    renameSync(folder, replacedFolder(folder, restored.stamp));
  renameSync(unfinished, folder);
  await syncPath(dirname(folder));
}

/**
 * A database in memory, for tests; `image` is a copy made by `dump` and already has the schema.
 * @testing
 */
export async function openInMemory(image?: Blob): Promise<EmbeddedDatabase> {
  const options = image ? { loadDataDir: image } : { initDbStartParams };
  return openPglite(options, { needsSchema: image === undefined });
}

interface OpenOptions extends Pick<EmbeddedOptions, "onPanic"> {
  readonly needsSchema?: boolean;
}

async function openPglite(
  options: PGliteOptions,
  { needsSchema = true, onPanic = sayAndExit }: OpenOptions,
): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create({ ...options, parsers }).catch((error: unknown) => {
    throw isDiskFull(error) ? new OperatorError("The disk of the embedded database is full.") : error;
  });
  watchForPanic(pglite, onPanic);
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

/** The engine's files throw this instead of an error of Node's; 51 is ENOSPC there. */
const isDiskFull = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "errno" in error && error.errno === 51;

/**
 * Postgres ends itself when it can no longer rely on its files, for example when a checkpoint meets a full disk (rule
 * OPERATE-14). The embedded one cannot end the process: it says PANIC, and the next query never returns and holds the
 * event loop.
 */
function watchForPanic(pglite: PGlite, onPanic: (error: unknown) => void) {
  const execute = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (...query) => {
    try {
      return await execute(...query);
    } catch (error) {
      if (error instanceof messages.DatabaseError && error.severity === "PANIC") onPanic(error);
      throw error;
    }
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
