import type { ShownCommit } from "../../../../auditor/check-commit.ts";
import { isOfHouse, type NewestLog } from "../../../../auditor/house-logs.ts";
import type { LogSource } from "../../../../auditor/ports.ts";
import { parseCheckpointLines } from "../../../../domain/log/checkpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { compare, type Finding } from "./finding.ts";

/** The public logs of a house, and which of them it writes now. */
export interface HouseLogs extends LogSource {
  readonly readNewest: () => Promise<NewestLog>;
}

/** Those of this site. */
export const siteLogs: HouseLogs = {
  async readFile(logId, path) {
    const address = `/log/${logId}/${path}`;
    const reply = await fetch(address);
    if (!reply.ok && reply.status !== 404) throw new Error(`${address}: ${reply.status}`);
    return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
  },
  async readNewest() {
    const { log } = await fetchApi("getSeedChain", {});
    if (log === null) throw new Error("/api/fairness/chain: log?");
    return log;
  },
};

/**
 * Checks that the log which commits to a race is one of the house's, by its notary (rule FAIR-12).
 *
 * @throws what prevents it: what was not read is not checked.
 */
export async function checkHouse(
  logs: HouseLogs,
  { checkpoint, notary }: Pick<ShownCommit, "checkpoint" | "notary">,
): Promise<Finding> {
  const origin = parseCheckpointLines(checkpoint)?.origin ?? "";
  const newest = await logs.readNewest();
  return (await isOfHouse(logs, newest, { origin, notary }))
    ? { state: "checked" }
    : compare(`${origin}, ${notary}`, `${newest.origin}, ${newest.notary}`);
}
