import { hexToBytes } from "@noble/hashes/utils.js";
import { eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { decodeBase58 } from "../../../domain/base58.ts";
import { type NoteKey, verifierKey, writeNote } from "../../../domain/log/signed-note.ts";
import type { Queryable } from "../db/database.ts";
import { logs } from "../db/schema/public-log.ts";
import { type MemoRow, readNewestAnchor } from "./anchors.ts";
import { type LogRow, readOpenLog } from "./read-log.ts";

const keyOf = ({ origin, notary }: LogRow): NoteKey => {
  const publicKey = decodeBase58(notary);
  if (publicKey === null) throw new Error(`${notary} is no address`);
  return { name: origin, publicKey };
};

/** A checkpoint that is not anchored is not served: a backup from before it could not know what was signed. */
async function newestNote(q: Queryable, log: LogRow): Promise<string | null> {
  const anchor = await readNewestAnchor(q, log.id);
  if (anchor === null) return null;
  const { size, root, note } = anchor;
  const checkpoint = { origin: log.origin, size, root: hexToBytes(root) };
  return writeNote(checkpoint, keyOf(log).publicKey, hexToBytes(note));
}

/** The newest checkpoint of a log that is anchored, as a signed note (rule LOG-4); null before the first. */
export async function readNewestNote(q: Queryable, id: string): Promise<string | null> {
  const [log] = await q.select().from(logs).where(eq(logs.id, id));
  return log === undefined ? null : newestNote(q, log);
}

/** A memo that landed has a slot. */
const anchorView = ({ size, root, slot, signature }: MemoRow) => ({
  size,
  root,
  slot: slot ?? 0n,
  signature,
});

/** What a reader needs of the open log; null while none is open. */
export async function readPublicLog(q: Queryable): Promise<Reply<Api["getSeedChain"]>["log"]> {
  const log = await readOpenLog(q);
  if (log === null) return null;
  const { origin, notary } = log;
  const anchor = await readNewestAnchor(q, log.id);
  return {
    origin,
    notary,
    verifier_key: verifierKey(keyOf(log)),
    checkpoint: await newestNote(q, log),
    anchored: anchor && anchorView(anchor),
  };
}
