import { hexToBytes } from "@noble/hashes/utils.js";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { checkpointLines } from "../../../../domain/log/checkpoint.ts";
import type { Queryable } from "../../../foundation/db/database.ts";
import { readAnchorOf } from "../../../foundation/public-log/anchors.ts";
import { readLog } from "../../../foundation/public-log/read-log.ts";
import type { RaceRow } from "../race-rows.ts";

type LogAnchor = NonNullable<Reply<Api["verifyRace"]>["race"]["anchors"]["commit"]>;

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
