import { sha256 } from "./arithmetic.ts";
import { type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

/** What a player asked for, and what came back. */
export interface PreparedBet {
  readonly raceId: string;
  readonly betId: string;
  readonly horseNumber: number;
  readonly stake: bigint;
  readonly salt: string;
  /** Of the transaction that the player is to sign. */
  readonly memo: string;
}

const memoOf = ({ raceId, betId, horseNumber, stake, salt }: Omit<PreparedBet, "memo">) =>
  `furlong:2:bet ${betId} ${sha256(`bet:${raceId}:${horseNumber}:${stake}:${salt}`)}`;

/** The memo that the payment of a stored bet has to have (rule BET-13). */
export const memoOfRow = (bet: Row): string =>
  memoOf({
    raceId: text(bet, "race_id"),
    betId: text(bet, "id"),
    horseNumber: Number(bet["horse_number"]),
    stake: BigInt(text(bet, "stake")),
    salt: text(bet, "salt"),
  });

/** The transaction commits to the bet that the player asked for, with the salt that the player was given. */
export function mustCommit(must: Must, bet: PreparedBet): void {
  must(/^[0-9a-f]{64}$/.test(bet.salt), `BET-13 ${bet.betId} has the salt ${bet.salt}`);
  must(bet.memo === memoOf(bet), `BET-13 ${bet.betId} is prepared with the memo ${bet.memo}`);
}
