import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { encodeBase58 } from "../../src/domain/base58.ts";
import { readFrontier, rootOf } from "../../src/domain/log/frontier.ts";
import { noteMessage } from "../../src/domain/log/signed-note.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { notaryMemos } from "../../src/server/foundation/db/schema/public-log.ts";
import type { HouseKeys } from "../../src/server/foundation/house-keys.ts";
import { readOpenLog } from "../../src/server/foundation/public-log/read-log.ts";

/** Stores a memo of the open log as it is now, with its signed note: for tests without a chain. */
export async function landMemo(
  db: Db,
  keys: Pick<HouseKeys, "sign">,
  { outcome = "landed" }: { readonly outcome?: "landed" | "expired" | null } = {},
): Promise<void> {
  const log = await readOpenLog(db);
  if (log === null) throw new Error("no log is open");
  const { id, origin, size, peaks, newestAt } = log;
  const root = rootOf(readFrontier(size, peaks));
  const note = await keys.sign(log.notary, noteMessage({ origin, size, root }));
  if (!note.ok) throw new Error(note.code);
  await db.insert(notaryMemos).values({
    signature: encodeBase58(randomBytes(64)),
    log: id,
    size,
    root: bytesToHex(root),
    note: bytesToHex(note.value),
    wire: "",
    lastValidBlockHeight: 1n,
    signedAtSlot: 1n,
    createdAt: newestAt,
    outcome,
    ...(outcome !== null && { endedAt: newestAt }),
    ...(outcome === "landed" && { slot: 2n }),
  });
}
