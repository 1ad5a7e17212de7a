import { parseTilePath } from "../../../domain/log/tile.ts";
import type { Queryable } from "../db/database.ts";
import type { StoredFile, StoredFiles } from "../http/stored-files.ts";
import { readPackedBundle, readTile } from "./read-tile.ts";
import { readNewestNote } from "./read-note.ts";

/** The logs as C2SP tlog-tiles serves them, `/log/<id>/checkpoint` and `/log/<id>/tile/…`, to everybody (rule LOG-3). */
export const logFiles = (q: Queryable): StoredFiles => ({
  path: "/log",
  forAnyOrigin: true,
  async read(name): Promise<StoredFile | null> {
    const [, id, path] = /^([0-9a-f]{16})\/(.+)$/.exec(name) ?? [];
    if (id === undefined || path === undefined) return null;
    if (path === "checkpoint") {
      const note = await readNewestNote(q, id);
      return note === null ? null : { type: "text/plain; charset=utf-8", content: note };
    }
    const tile = parseTilePath(path);
    if (tile === null) return null;
    const { level, ...at } = tile;
    const isTile = level !== "entries";
    const content = await (isTile ? readTile(q, id, { level, ...at }) : readPackedBundle(q, id, at));
    if (content === null) return null;
    return { type: "application/octet-stream", content, encoding: isTile ? null : "gzip" };
  },
});
