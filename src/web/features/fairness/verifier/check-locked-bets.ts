import { leafDifferences, leafOf, settledDifferences } from "../../../../domain/history/locked-bets.ts";
import { growMerkleTree } from "../../../../domain/merkle-tree.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compare, findingOf, firstOf, type Finding } from "./finding.ts";

const LEAVES_A_SLICE = 500;
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Whether the bets of the race are locked at the close: not those of play money. */
const promisesLock = ({ settings }: VerifiedRace): boolean => settings["ledger"] === "real";

/** Whether betting was closed: a race refunded before that has no list of bets. */
const wasClosed = ({ beacon, winning_horse: winner }: VerifiedRace): boolean =>
  beacon !== null || winner !== null;

/**
 * Compares the list of all bets fixed at the close with its root, each path, and what was settled (rule FAIR-16): no
 * bet was added, removed or changed since. Runs in slices, because there may be many bets.
 */
export async function checkLockedBets(race: VerifiedRace, signal: AbortSignal): Promise<Finding> {
  const { betsRoot, lockedBets, settlement } = race;
  if (betsRoot === null || lockedBets === null) {
    return promisesLock(race) && wasClosed(race) ? compare("–", "betsRoot, lockedBets") : { state: "absent" };
  }
  const { bets } = lockedBets;
  const leaves: string[] = [];
  for (const [index, bet] of bets.entries()) {
    if (index % LEAVES_A_SLICE === LEAVES_A_SLICE - 1) await nextTurn();
    leaves.push(leafOf(bet));
  }
  const { root, pathOf } = await growMerkleTree(leaves, nextTurn);
  if (signal.aborted) return { state: "reading" };
  return firstOf([
    compare(betsRoot, root),
    findingOf(leafDifferences(lockedBets)),
    // There is exactly one path from a leaf to the root.
    ...bets.map(({ id, path }, index) => compare(`${id}: ${path}`, `${id}: ${pathOf(index)}`)),
    settlement === null ? { state: "checked" } : findingOf(settledDifferences(bets, settlement.bets)),
  ]);
}
