import { NodeFS } from "@electric-sql/pglite/nodefs";
import { PGlite } from "@electric-sql/pglite";
import { constants, fdatasyncSync } from "node:fs";
import { copyFile, open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The part of Emscripten's file system over node:fs that is used here. */
interface NodeFileSystem {
  readonly node_ops: { setattr: SetAttributes };
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number; setattr: SetAttributes };
}

/** Called after each creation of a file, with the mode that Postgres requested, as if there were no umask. */
type SetAttributes = (target: unknown, attributes: { readonly mode?: number }) => void;

type EngineOptions = Parameters<NodeFS["init"]>[1];

/**
 * A folder of the embedded database that preserves commits when the machine loses power, and keeps other users out
 * (rule LIMITS-10).
 *
 * Stock PGlite starts Postgres with `-F` (never sync), and its file system has no fsync to call. Both are fixed here:
 * Postgres syncs its log at each commit, and the call reaches the disk (rule INV-9).
 */
export class DurableFolder extends NodeFS {
  /** Postgres's own fdatasync is an empty function in this build, so the log must use fsync. */
  readonly startParams = [
    ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
    "-c",
    "wal_sync_method=fsync",
  ];

  override async init(pglite: PGlite, options: EngineOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const syncToDisk = (engine: object) => {
      const { NODEFS: files } = engine as { NODEFS: NodeFileSystem };
      files.stream_ops.fsync = ({ nfd }) => {
        fdatasyncSync(nfd);
        return 0;
      };
      files.node_ops.setattr = forOwnerAlone(files.node_ops.setattr);
      files.stream_ops.setattr = forOwnerAlone(files.stream_ops.setattr);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncToDisk] } };
  }
}

const forOwnerAlone =
  (setAttributes: SetAttributes): SetAttributes =>
  (target, { mode, ...others }) =>
    setAttributes(target, mode === undefined ? others : { ...others, mode: mode & ~0o077 });

/** Flushes a folder with all its files; for a tree that was written without syncs. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  // In parallel, because the disk can do many flushes in the time of one; in batches, because each holds a file open.
  for (let next = 0; next < paths.length; next += 100) {
    const portion = paths.slice(next, next + 100);
    await Promise.all(portion.map((entry) => syncPath(join(entry.parentPath, entry.name))));
  }
  await syncPath(folder);
}

/** Copies a file that must not exist yet, so that the copy survives the machine's end. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await syncPath(to);
}

/** Flushes a file, or a folder's list of names. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
