import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { decodeBase58 } from "../../../domain/base58.ts";
import type { Checkpoint } from "../../../domain/log/checkpoint.ts";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import { noteMessage, type NoteKey, verifierKey, writeNote } from "../../../domain/log/signed-note.ts";
import type { Db, Queryable } from "../db/database.ts";
import { logs } from "../db/schema/public-log.ts";
import type { HouseKeys } from "../house-keys.ts";
import { inParallel } from "../in-parallel.ts";
import { type MemoRow, readNewestAnchor } from "./anchors.ts";
import { isServedAt, type LogRow, readOpenLog } from "./read-log.ts";

interface Ports {
  readonly db: Db;
  readonly keys: Pick<HouseKeys, "isUnlocked" | "sign">;
  /** Where this installation serves its log, without a scheme. */
  readonly host: string;
}

/**
 * Signs the newest checkpoint of each log that has grown since the last one (rule LOG-4), except of one that may have
 * lost entries, and of another host's: this may be a copy of its installation. While the house is locked the last one stays.
 */
export async function signCheckpoints({ db, keys, host }: Ports): Promise<void> {
  if (!keys.isUnlocked()) return;
  const grown = await db
    .select()
    .from(logs)
    .where(
      and(
        gt(logs.size, logs.signedSize),
        eq(logs.isLost, false),
        isNull(logs.differsSince),
        isNull(logs.restoredAt),
      ),
    );
  // One by one, and one whose key cannot be opened stops no other.
  await inParallel(grown, 1, async (log) => {
    const { id, origin, notary, size, peaks } = log;
    if (!isServedAt(log, host)) return;
    const root = rootOf(readFrontier(size, peaks));
    const signature = await keys.sign(notary, noteMessage({ origin, size, root }));
    if (!signature.ok) return;
    await db
      .update(logs)
      .set({ signedSize: size, signedRoot: bytesToHex(root), signature: bytesToHex(signature.value) })
      .where(and(eq(logs.id, id), lt(logs.signedSize, size)));
  });
}

const keyOf = ({ origin, notary }: LogRow): NoteKey => {
  const publicKey = decodeBase58(notary);
  if (publicKey === null) throw new Error(`${notary} is no address`);
  return { name: origin, publicKey };
};

function noteOf(log: LogRow): string | null {
  const { origin, signedSize: size, signedRoot, signature } = log;
  if (signedRoot === null || signature === null) return null;
  const checkpoint: Checkpoint = { origin, size, root: hexToBytes(signedRoot) };
  return writeNote(checkpoint, keyOf(log).publicKey, hexToBytes(signature));
}

/** The newest checkpoint of a log as a signed note; null before the first. */
export async function readNewestNote(q: Queryable, id: string): Promise<string | null> {
  const [log] = await q.select().from(logs).where(eq(logs.id, id));
  return log === undefined ? null : noteOf(log);
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
    checkpoint: noteOf(log),
    anchored: anchor && anchorView(anchor),
  };
}
