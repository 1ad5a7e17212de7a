import { and, asc, gt, sql } from "drizzle-orm";
import type { Lamports } from "../../../../domain/lamports.ts";
import { type LateRefund, lateRefund } from "../../../../domain/late-refund.ts";
import type { LedgerName } from "../../../../domain/ledger.ts";
import { lossGivenBack } from "../../../../domain/postings.ts";
import { refuse } from "../../../../domain/result.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { lockBalance, postAll } from "../../../foundation/books/ledger.ts";
import { rowsOf, type Tx } from "../../../foundation/db/database.ts";
import { inChunks, readInPages } from "../../../foundation/db/in-chunks.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { confirmedBetOf, type RaceRow } from "../race-rows.ts";
import { lockPlayers } from "./lock-players.ts";

/** A bet that its race was settled with. */
type SettledBet = Pick<typeof bets.$inferSelect, "id" | "raceId" | "wallet" | "stake" | "result" | "ledger">;

/** The bets that a race was settled with, including those that have been given back since. */
export const readSettledBets = (tx: Tx, row: RaceRow): Promise<SettledBet[]> =>
  readInPages<SettledBet>((last, rows) =>
    tx
      .select({
        id: bets.id,
        raceId: bets.raceId,
        wallet: bets.wallet,
        stake: bets.stake,
        result: bets.result,
        ledger: bets.ledger,
      })
      .from(bets)
      .where(and(confirmedBetOf(row), last === null ? undefined : gt(bets.id, last.id)))
      .orderBy(asc(bets.id))
      .limit(rows),
  );

/**
 * What giving back the lost ones of these bets comes to now, with the players and then house equity locked, in the
 * order in which a settlement locks them. The caller holds the lock of their race.
 */
export async function planLateRefund(
  tx: Tx,
  ledger: LedgerName,
  settled: readonly SettledBet[],
): Promise<LateRefund<SettledBet>> {
  await lockPlayers(tx, settled);
  return lateRefund(settled, ledger === "play" ? null : await lockBalance(tx, "equity"));
}

/** States the missing amount, so that the house can be funded by exactly that much (rule MONEY-9). */
export const refuseUncovered = (missing: Lamports) =>
  refuse("REFUND_NOT_COVERED", {
    message: `House equity does not cover this refund: ${formatSol(missing)} SOL are missing`,
  });

/**
 * Gives lost stakes back to their players' balances at the house's cost, each once, ever (rules MONEY-9 and MONEY-23).
 * Nothing else of the settlement changes. Their settlement time stays: they are still the bets that the race was
 * settled with.
 *
 * @throws Error if one of them is not lost any more
 */
export async function giveLossesBack(tx: Tx, losses: readonly SettledBet[]): Promise<void> {
  await inChunks(losses, async (chunk) => {
    const returned = await rowsOf(
      tx,
      sql`update bets set result = 'refunded', payout = stake
           where id = any(${sql.param(chunk.map(({ id }) => id))}::text[]) and result = 'loss'
          returning id`,
    );
    if (returned.length < chunk.length)
      throw new Error("a bet that is to be given back is not lost any more");
  });
  await postAll(
    tx,
    losses.map(({ id: betId, ...bet }) => lossGivenBack({ betId, ...bet })),
  );
}
