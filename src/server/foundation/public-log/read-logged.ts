import { bytesToHex } from "@noble/hashes/utils.js";
import { inclusionProof } from "../../../domain/log/proof.ts";
import { type Tile, tilePath } from "../../../domain/log/tile.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "./read-log.ts";
import { readTile } from "./read-tile.ts";

/** An entry, and the neighbours that lead from it to the root of a tree, from the leaf up, 64 hex digits each. */
interface LoggedEntry {
  readonly text: string;
  readonly path: string;
}

/** Entries of a log with their paths in its tree of a size that it reached (rule LOG-2). */
export function readLogged(
  q: Queryable,
  { log, size }: { readonly log: string; readonly size: number },
): (index: number) => Promise<LoggedEntry> {
  const tiles = new Map<string, Promise<Uint8Array | null>>();
  const readOnce = async (tile: Tile): Promise<Uint8Array> => {
    const path = tilePath(tile);
    const reading = tiles.get(path) ?? readTile(q, log, tile);
    tiles.set(path, reading);
    const bytes = await reading;
    if (bytes === null) throw new Error(`log ${log} has no tile ${path}`);
    return bytes;
  };
  return async (index) => {
    const [row] = await readRows(q, log, { first: index + 1, last: index + 1 });
    if (row === undefined) throw new Error(`log ${log} has no entry ${index}`);
    const proof = await inclusionProof({ size, readTile: readOnce }, index);
    return { text: row.entry, path: proof.map(bytesToHex).join("") };
  };
}
