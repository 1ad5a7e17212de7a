import { sha256Hex } from "./fairness.ts";
import type { SignedLamports } from "./lamports.ts";
import { hashLeaf } from "./merkle-tree.ts";

/** A bet as it is in the list of all admitted bets, which is committed to at the close (rule FAIR-16). */
export interface LockedBet {
  readonly id: string;
  readonly walletHash: string;
  readonly horseNumber: number;
  readonly stake: SignedLamports;
}

/**
 * A wallet, hidden behind the salt of its bet: SHA-256 of both. If a player hides figures, the hash is published and
 * the salt is not, so that the leaf can be checked but the wallet cannot be guessed (rule FAIR-17).
 */
export const hashWallet = (wallet: string, salt: string): string => sha256Hex(`wallet:${wallet}:${salt}`);

/** The leaf of a bet: the hash of id, wallet hash, horse and lamports (rule FAIR-16). */
export const betLeaf = ({ id, walletHash, horseNumber, stake }: LockedBet): string =>
  hashLeaf(`${id}:${walletHash}:${horseNumber}:${stake}`);

/** Leaves are in the order of their bets' ids, byte by byte, so that nobody can choose the order. */
export const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
