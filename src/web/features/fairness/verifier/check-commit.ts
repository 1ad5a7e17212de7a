import { checkCommit } from "../../../../auditor/check-commit.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compare, findingOf, type Finding } from "./finding.ts";
import { absent } from "./node-answers.ts";

/**
 * Checks that the public log commits to exactly what the race shows, in the tree of the checkpoint that the notary wrote to
 * the chain (rule FAIR-12).
 *
 * @param checkHouse whether that is a log of the house; null where nobody can be asked.
 */
export async function checkRaceCommit(
  race: VerifiedRace,
  checkHouse: ((commit: NonNullable<VerifiedRace["anchors"]["commit"]>) => Promise<Finding>) | null,
): Promise<Finding> {
  const { entries, logged } = race;
  const { commit } = race.anchors;
  if (commit === null) return absent;
  if (logged === null) return compare("–", "logged");
  const finding = findingOf(checkCommit({ index: entries.commit, ...commit, ...logged }, race));
  if (checkHouse === null || finding.state !== "checked") return finding;
  try {
    return await checkHouse(commit);
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}
