import { sha256Hex } from "./fairness.ts";
import type { Lamports } from "./lamports.ts";

/** What a bet is on, with the salt, 64 lower-case hex digits, that keeps it secret until the race is over. */
export interface CommittedBet {
  readonly raceId: string;
  readonly horseNumber: number;
  readonly stake: Lamports;
  readonly salt: string;
}

/**
 * The commitment in the memo of a bet: SHA-256 of race, horse, lamports and salt (rule BET-13). Anyone who knows the
 * salt can show what was bet on; nobody else learns the horse from the chain.
 *
 * @example betCommitment({ raceId: "race-1", horseNumber: 3, stake, salt }) // sha256("bet:race-1:3:100000000:<salt>")
 */
export const betCommitment = ({ raceId, horseNumber, stake, salt }: CommittedBet): string =>
  sha256Hex(`bet:${raceId}:${horseNumber}:${stake}:${salt}`);
