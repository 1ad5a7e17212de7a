import { sha256Hex } from "./fairness.ts";
import type { SignedLamports } from "./lamports.ts";
import { hashLeaf } from "./merkle-tree.ts";

/** A bet as the list of all admitted bets has it that is committed to at the close (rule FAIR-16). */
export interface LockedBet {
  readonly id: string;
  readonly walletHash: string;
  readonly horseNumber: number;
  readonly stake: SignedLamports;
}

/**
 * A wallet, hidden behind the salt of its bet: SHA-256 of both. Where a player hides figures the hash is published and the salt
 * is not, so that the leaf can be checked and the wallet not be guessed (rule FAIR-17). A bet that was prepared before there
 * were salts has none.
 */
export const hashWallet = (wallet: string, salt: string | null): string =>
  sha256Hex(`wallet:${wallet}:${salt ?? ""}`);

/** The leaf of a bet: the hash of id, wallet hash, horse and lamports (rule FAIR-16). */
export const betLeaf = ({ id, walletHash, horseNumber, stake }: LockedBet): string =>
  hashLeaf(`${id}:${walletHash}:${horseNumber}:${stake}`);

/** Leaves stand in the order of their bets' ids, byte by byte, so that nobody can choose it. */
export const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
