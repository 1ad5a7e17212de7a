import { hexToBytes } from "@noble/hashes/utils.js";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { checkpointLines, parseCheckpointLines } from "../../../../domain/log/checkpoint.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { readAnchorOf } from "../../../foundation/public-log/anchors.ts";
import { readLogged } from "../../../foundation/public-log/read-logged.ts";
import { readLog } from "../../../foundation/public-log/read-log.ts";
import type { RaceRow } from "../race-rows.ts";

type Verified = Reply<Api["verifyRace"]>["race"];
type LogAnchor = NonNullable<Verified["anchors"]["commit"]>;
type Logged = NonNullable<Verified["logged"]>;

/** The memo that anchored the `commit` entry of a race first; null until it is final (rule FAIR-12). */
export async function readCommitAnchor(
  q: Queryable,
  { log, commitIndex }: Pick<RaceRow, "log" | "commitIndex">,
): Promise<LogAnchor | null> {
  const memo = await readAnchorOf(q, { log, index: commitIndex });
  if (memo === null) return null;
  const { size, root, signature, slot } = memo;
  const { origin, notary } = await readLog(q, log);
  const checkpoint = checkpointLines({ origin, size, root: hexToBytes(root) });
  return { checkpoint, notary, signature, slot: slot ?? 0n };
}

/** The entries that tie a race to the memo that anchored its commitment; null while that is (rule FAIR-12). */
export async function readLoggedCommit(
  q: Queryable,
  { log, commitIndex }: Pick<RaceRow, "log" | "commitIndex">,
  anchor: LogAnchor | null,
): Promise<Logged | null> {
  const head = anchor && parseCheckpointLines(anchor.checkpoint);
  if (head === null) return null;
  const entryAt = readLogged(q, { log, size: head.size });
  return { opening: await entryAt(0), commitment: await entryAt(commitIndex) };
}
