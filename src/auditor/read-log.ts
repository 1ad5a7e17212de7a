import { bytesToHex } from "@noble/hashes/utils.js";
import { decodeBase58 } from "../domain/base58.ts";
import { type Checkpoint, parseCheckpointLines } from "../domain/log/checkpoint.ts";
import { type LogEntry, readEntry } from "../domain/log/entry.ts";
import { readBundle } from "../domain/log/entry-bundle.ts";
import { EMPTY_FRONTIER, frontierOf, rootOf } from "../domain/log/frontier.ts";
import { inclusionProof, provesInclusion, type TreeHead } from "../domain/log/proof.ts";
import { readNote } from "../domain/log/signed-note.ts";
import { bundlePath, type Tile, tilePath, TILE_WIDTH } from "../domain/log/tile.ts";
import { DamagedTile } from "../domain/log/tile-hashes.ts";
import { hashLeafBytes } from "../domain/merkle-tree.ts";
import type { AuditPorts, LogSource } from "./ports.ts";

/** A log that is not what it has to be: its files contradict each other, or its notary's signature. */
export class FalseLog extends Error {
  override readonly name = "FalseLog";
}

type OpenEntry = Extract<LogEntry, { readonly kind: "open" }>;

/** A log as it is served, at the size of its newest checkpoint. */
export interface ServedLog {
  readonly id: string;
  readonly checkpoint: Checkpoint;
  readonly open: OpenEntry;
}

/**
 * Null before its first checkpoint is anchored: none is served until then.
 *
 * @throws FalseLog unless the log begins with `open`, whose notary signed the checkpoint.
 */
export async function openServedLog(
  { source, verify }: Pick<AuditPorts, "source" | "verify">,
  id: string,
): Promise<ServedLog | null> {
  const served = await source.readFile(id, "checkpoint");
  if (served === null) return null;
  const note = textOf(served);
  const told = parseCheckpointLines(note.slice(0, Math.max(0, note.indexOf("\n\n"))));
  if (told === null || told.size === 0 || !told.origin.endsWith(`/log/${id}`))
    throw new FalseLog(`${id}: no checkpoint`);
  const [first] = await readBundleAt(source, { id, size: told.size, index: 0 });
  const open = readEntry(textOf(first));
  if (open?.kind !== "open" || open.origin !== told.origin) throw new FalseLog(`${id}: no entry "open"`);
  const key = { name: open.origin, publicKey: decodeBase58(open.notary) ?? new Uint8Array() };
  const checkpoint = await readNote(note, key, verify);
  if (checkpoint === null) throw new FalseLog(`${id}: the notary did not sign the checkpoint`);
  return { id, checkpoint, open };
}

/**
 * The roots of a served log at some sizes up to `size`, and whether the entry there ends it.
 *
 * @throws FalseLog when it does not serve that many entries.
 */
export async function rootsOf(
  source: LogSource,
  { id, size }: { readonly id: string; readonly size: number },
  sizes: ReadonlySet<number>,
): Promise<{ readonly roots: ReadonlyMap<number, Uint8Array>; readonly isClosed: boolean }> {
  const roots = new Map<number, Uint8Array>();
  let frontier = EMPTY_FRONTIER;
  let last: Uint8Array = new Uint8Array();
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    for (const entry of await readBundleAt(source, { id, size, index })) {
      frontier = frontierOf([hashLeafBytes(entry)], frontier);
      if (sizes.has(frontier.size)) roots.set(frontier.size, rootOf(frontier));
      last = entry;
    }
  }
  return { roots, isClosed: readEntry(textOf(last))?.kind === "close" };
}

/** Whether a log serves the entries of a tree, though it serves no checkpoint of it yet. */
export async function servesTree(source: LogSource, id: string, { size, root }: TreeHead): Promise<boolean> {
  try {
    const { roots } = await rootsOf(source, { id, size }, new Set([size]));
    return bytesToHex(roots.get(size) ?? new Uint8Array()) === bytesToHex(root);
  } catch (error) {
    if (error instanceof FalseLog) return false;
    throw error;
  }
}

/**
 * The text of an entry that the log's tiles prove to be in a tree (rule LOG-2).
 *
 * @throws FalseLog when they do not.
 */
export async function readProvenEntry(
  source: LogSource,
  { origin, size, root }: Checkpoint,
  index: number,
): Promise<string> {
  const id = origin.slice(origin.lastIndexOf("/") + 1);
  const bundle = Math.floor(index / TILE_WIDTH);
  if (index < 0 || index >= size) throw new FalseLog(`${id}: entry ${index} of ${size}`);
  const entry = (await readBundleAt(source, { id, size, index: bundle }))[index % TILE_WIDTH];
  const readTile = async (tile: Tile) => (await source.readFile(id, tilePath(tile))) ?? new Uint8Array();
  try {
    const proof = await inclusionProof({ size, readTile }, index);
    const leaf = entry && hashLeafBytes(entry);
    if (leaf && provesInclusion({ size, root }, { index, leaf, proof })) return textOf(entry);
  } catch (error) {
    if (!(error instanceof DamagedTile)) throw error;
  }
  throw new FalseLog(`${id}: entry ${index} is not in the tree of ${size}`);
}

async function readBundleAt(
  source: LogSource,
  { id, size, index }: { readonly id: string; readonly size: number; readonly index: number },
): Promise<readonly Uint8Array[]> {
  const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
  const path = bundlePath({ index, width });
  const bundle = await source.readFile(id, path);
  const entries = bundle && readBundle(bundle);
  if (entries?.length !== width) throw new FalseLog(`${id}: ${path}`);
  return entries;
}

/** UTF-8 without what only a browser or Node has; empty for other bytes, which no entry and no note are. */
function textOf(bytes: Uint8Array = new Uint8Array()): string {
  try {
    return decodeURIComponent(bytesToHex(bytes).replaceAll(/../g, "%$&"));
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}
