import { sha256 } from "./arithmetic.ts";
import { type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

/** What a player requested, and what was returned. */
export interface PreparedBet {
  readonly raceId: string;
  readonly betId: string;
  readonly horseNumber: number;
  readonly stake: bigint;
  readonly salt: string;
  /** The memo of the transaction that the player is to sign. */
  readonly memo: string;
}

const memoOf = (commitment: string, root: string | null) => `furlong:bet ${commitment} ${root}`;

type Committed = Pick<PreparedBet, "raceId" | "horseNumber" | "stake" | "salt">;
const committed = ({ raceId, horseNumber, stake, salt }: Committed) =>
  sha256(`bet:${raceId}:${horseNumber}:${stake}:${salt}`);

/** What the memo of a stored bet must commit to (rule BET-13). */
export const commitmentOf = (bet: Row): string =>
  committed({
    raceId: text(bet, "race_id"),
    horseNumber: Number(bet["horse_number"]),
    stake: BigInt(text(bet, "stake")),
    salt: text(bet, "salt"),
  });

/**
 * The memo that the payment of a stored bet must have.
 *
 * @param root see `commitRootOf`.
 */
export const memoOfRow = (bet: Row, root: string | null): string => memoOf(commitmentOf(bet), root);

/**
 * The transaction must commit to the bet that the player requested, with the salt that the player received, and after the
 * race's commitment.
 */
export function mustCommit(must: Must, bet: PreparedBet, root: string | null): void {
  must(/^[0-9a-f]{64}$/.test(bet.salt), `BET-13 ${bet.betId} has the salt ${bet.salt}`);
  must(
    bet.memo === memoOf(committed(bet), root),
    `BET-13 ${bet.betId} is prepared with the memo ${bet.memo}`,
  );
}
