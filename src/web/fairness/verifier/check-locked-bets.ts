import { betLeaf, byId, hashWallet } from "../../../domain/bet-leaf.ts";
import { growMerkleTree } from "../../../domain/merkle-tree.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compare, firstOf, type Finding } from "./finding.ts";

type LockedBets = NonNullable<VerifiedRace["lockedBets"]>;
type LockedBet = LockedBets["bets"][number];
type SettledBet = NonNullable<VerifiedRace["settlement"]>["bets"][number];

const LEAVES_A_SLICE = 500;
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Whether the race's frozen settings promise that its bets are locked at the close. */
const promisesLock = ({ settings }: VerifiedRace): boolean =>
  settings["ledger"] === "real" && Number(settings["protocol"] ?? 1) >= 2;

/** Whether betting was closed: what was refunded before has no list of bets. */
const wasClosed = ({ beacon, winning_horse: winner }: VerifiedRace): boolean =>
  beacon !== null || winner !== null;

/**
 * Compares the list of all bets that was fixed at the close with the root over it, each path, and what was settled (rule
 * FAIR-16): no bet came, went or changed since. One that is not settled has to say that a fork dropped its payment. In slices, for
 * there may be many.
 */
export async function checkLockedBets(race: VerifiedRace, signal: AbortSignal): Promise<Finding> {
  const { betsRoot, lockedBets, settlement } = race;
  if (betsRoot === null || lockedBets === null) {
    return promisesLock(race) && wasClosed(race) ? compare("–", "betsRoot, lockedBets") : { state: "absent" };
  }
  const { bets, pool } = lockedBets;
  const leaves: string[] = [];
  for (const [place, bet] of bets.entries()) {
    if (place % LEAVES_A_SLICE === LEAVES_A_SLICE - 1) await nextTurn();
    leaves.push(betLeaf(leafOf(bet)));
  }
  const { root, pathOf } = await growMerkleTree(leaves, nextTurn);
  if (signal.aborted) return { state: "reading" };
  const sorted = bets.toSorted(byId).map(({ id }) => id);
  const total = bets.reduce((sum, { stake }) => sum + stake, 0n);
  return firstOf([
    compare(betsRoot, root),
    compare(bets.map(({ id }) => id).join(), sorted.join()),
    compare(`pool = ${pool}`, `pool = ${total}`),
    // There is one path from a leaf to the root.
    ...bets.map(({ id, path }, index) => compare(`${id}: ${path}`, `${id}: ${pathOf(index)}`)),
    settlement === null ? { state: "checked" } : compareSettled(bets, settlement.bets),
  ]);
}

const leafOf = ({ id, wallet_hash: walletHash, horse_number: horseNumber, stake }: LockedBet) => ({
  id,
  walletHash,
  horseNumber,
  stake,
});

function compareSettled(locked: readonly LockedBet[], settled: readonly SettledBet[]): Finding {
  const leaves = new Map(locked.map((bet) => [bet.id, bet]));
  const ids = new Set(settled.map(({ id }) => id));
  return firstOf([
    ...settled.map((bet) => compareBet(leaves.get(bet.id), bet)),
    ...locked
      .filter(({ id, voided }) => !ids.has(id) && voided === null)
      .map(({ id }) => compare(`${id}: –`, `${id}: locked`)),
  ]);
}

/** Of who hides figures the salt is not told, and the hash of the wallet is all that there is. */
function compareBet(leaf: LockedBet | undefined, bet: SettledBet): Finding {
  if (leaf === undefined) return compare(`${bet.id}: settled`, `${bet.id}: not locked`);
  const { user_wallet: wallet, salt } = bet;
  return firstOf([
    compare(`${bet.id}: horse ${bet.horse_number}`, `${bet.id}: horse ${leaf.horse_number}`),
    compare(`${bet.id}: ${bet.stake}`, `${bet.id}: ${leaf.stake}`),
    wallet === null
      ? { state: "checked" }
      : compare(`${bet.id}: ${leaf.wallet_hash}`, `${bet.id}: ${hashWallet(wallet, salt)}`),
  ]);
}
