import { betLeaf, byId, hashWallet } from "../bet-leaf.ts";
import type { SignedLamports } from "../lamports.ts";
import { merkleRoot } from "../merkle-tree.ts";
import { type Difference, differs, same, sameOf } from "./difference.ts";

export interface PublishedLeaf {
  readonly id: string;
  readonly wallet_hash: string;
  readonly horse_number: number;
  readonly stake: SignedLamports;
}

interface SettledBet {
  readonly id: string;
  readonly user_wallet: string | null;
  readonly horse_number: number;
  readonly stake: SignedLamports;
  readonly salt: string | null;
}

/** The hash of a leaf as it was published. */
export const leafOf = ({
  id,
  wallet_hash: walletHash,
  horse_number: horseNumber,
  stake,
}: PublishedLeaf): string => betLeaf({ id, walletHash, horseNumber, stake });

/** Checks the order of the leaves, and the pool, which is their sum (rule FAIR-16). */
export function leafDifferences({
  pool,
  bets,
}: {
  readonly pool: SignedLamports;
  readonly bets: readonly PublishedLeaf[];
}): readonly Difference[] {
  const idsOf = (list: readonly PublishedLeaf[]) => list.map(({ id }) => id).join();
  const total = bets.reduce((sum, { stake }) => sum + stake, 0n);
  return [
    ...same("FAIR-16", "ids", idsOf(bets.toSorted(byId)), idsOf(bets)),
    ...same("FAIR-16", "locked pool", total, pool, "Σ stake"),
    ...(new Set(bets.map(({ id }) => id)).size === bets.length
      ? []
      : differs("FAIR-16", "each bet once", "a bet twice")),
  ];
}

/** Checks the root over the leaves (rule FAIR-16). */
export const rootDifferences = (root: string, bets: readonly PublishedLeaf[]): readonly Difference[] =>
  same("FAIR-16", "betsRoot", merkleRoot(bets.map(leafOf)), root);

/**
 * Compares what was settled with what was locked: no bet was added, removed or changed since (rule FAIR-16).
 */
export function settledDifferences(
  locked: readonly PublishedLeaf[],
  settled: readonly SettledBet[],
): readonly Difference[] {
  const leaves = new Map(locked.map((bet) => [bet.id, bet]));
  const differences: Difference[] = [];
  for (const bet of settled) {
    const leaf = leaves.get(bet.id);
    leaves.delete(bet.id);
    if (leaf === undefined)
      differences.push(...differs("FAIR-16", `${bet.id}: locked once`, `${bet.id}: settled`));
    else differences.push(...betDifferences(leaf, bet));
  }
  for (const id of leaves.keys()) differences.push(...differs("FAIR-16", `${id}: settled`, `${id}: –`));
  return differences;
}

/**
 * For a player who hides figures, wallet and salt are not published; the hash of the wallet is all there is (rule
 * FAIR-17).
 */
function betDifferences(leaf: PublishedLeaf, bet: SettledBet): readonly Difference[] {
  const { id, user_wallet: wallet, salt } = bet;
  return [
    ...sameOf(id, "FAIR-16", "horse", leaf.horse_number, bet.horse_number),
    ...sameOf(id, "FAIR-16", "stake", leaf.stake, bet.stake),
    ...(wallet === null
      ? []
      : sameOf(
          id,
          "FAIR-16",
          "wallet_hash",
          salt === null ? "a salt" : hashWallet(wallet, salt),
          leaf.wallet_hash,
        )),
  ];
}
