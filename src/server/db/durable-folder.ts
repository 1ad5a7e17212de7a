import { NodeFS } from "@electric-sql/pglite/nodefs";
import { PGlite } from "@electric-sql/pglite";
import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The part of Emscripten's file system over node:fs that is used here. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
}

type EngineOptions = Parameters<NodeFS["init"]>[1];

/**
 * A folder of the embedded database that keeps what was committed when the machine loses power.
 *
 * Stock PGlite starts Postgres with `-F` (never sync), and its file system has no fsync to call. Here both are
 * put right: Postgres syncs its log at each commit, and the call reaches the disk.
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
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncToDisk] } };
  }
}

/** Flushes a folder with all its files; for a tree that was written without syncs. */
export function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}

/** Flushes a file, or the list of names of a folder. */
export function syncPath(path: string) {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
