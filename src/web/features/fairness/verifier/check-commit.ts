import { checkCommit } from "../../../../auditor/check-commit.ts";
import type { LogSource } from "../../../../auditor/ports.ts";
import type { VerifiedRace } from "./check-race.ts";
import { findingOf, type Finding } from "./finding.ts";
import { absent } from "./node-answers.ts";

/** The public logs of this site. */
export const siteLogs: LogSource = {
  async readFile(logId, path) {
    const address = `/log/${logId}/${path}`;
    const reply = await fetch(address);
    if (!reply.ok && reply.status !== 404) throw new Error(`${address}: ${reply.status}`);
    return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
  },
};

/** Checks that the public log commits to exactly what the race shows, in a tree that is anchored (rule FAIR-12). */
export async function checkRaceCommit(source: LogSource, race: VerifiedRace): Promise<Finding> {
  const { entries, anchors } = race;
  if (anchors.commit === null) return absent;
  try {
    return findingOf(await checkCommit(source, { index: entries.commit, ...anchors.commit }, race));
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}
