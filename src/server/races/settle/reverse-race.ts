import { sql } from "drizzle-orm";
import { type Lamports, signedLamports, sum, ZERO } from "../../../domain/lamports.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { settlementReversed } from "../../../domain/postings.ts";
import { commission } from "../../../domain/referral.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { missingEquity, reverseSettlement } from "../../../domain/reversal.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { postAll } from "../../books/ledger.ts";
import { cancelUnsentPayouts } from "../../books/payments.ts";
import type { Tx } from "../../db/database.ts";
import { inChunks } from "../../db/in-chunks.ts";
import { notifyAll } from "../../notifications/stored-notifications.ts";
import { moveRace, type RaceChange, type StepPorts, writeRefund } from "../engine/apply-events.ts";
import { type RaceRow, settingsOf } from "../race-rows.ts";
import { addToTotals } from "./count-referrals.ts";
import { countRace } from "./horse-records.ts";
import { lockPlayers } from "./lock-players.ts";
import { balanceNotices, reversalNotices, streakNotice } from "./notices.ts";
import { restoreStreaks } from "./restore-streaks.ts";
import { lockMoney, readSettledBets, type SettledBet } from "./settled-race.ts";

export interface ReversedRace {
  readonly change: RaceChange;
  readonly refundedBets: number;
  readonly refundedAmount: Lamports;
  /** For the audit log. */
  readonly detail: Readonly<Record<string, string | number>>;
}

/**
 * Refunds a race that is settled, in the caller's transaction and under the race's lock (rule MONEY-9). Each stake that
 * was not returned before goes to its player, payouts that were not sent are cancelled, the rest is taken back as far
 * as it is still there, and the house makes up what is gone. Referral totals, streaks and horse records lose the race;
 * players' sums follow their bets. Nothing is written if equity does not cover it.
 */
export async function reverseRace(
  tx: Tx,
  ports: StepPorts,
  row: RaceRow,
  reason: string,
): Promise<Result<ReversedRace, "REFUND_NOT_COVERED">> {
  const settled = await readSettledBets(tx, row);
  // As a settlement does, so that none moves their streaks meanwhile.
  await lockPlayers(tx, settled);
  const { money, payouts, equity } = await lockMoney(tx, row, settled);
  const reversal = reverseSettlement(money);
  const missing = equity === null ? ZERO : missingEquity(signedLamports(equity), reversal.cost);
  if (missing > 0n) return refuseUncovered(missing);
  const { id: raceId, ledger } = row;
  const change = await moveRace(tx, ports, row, [{ type: "reverse", reason }]);
  if (change.after === change.before) throw new Error(`${raceId} was settled and is not reversed`);
  const returned = settled.filter(({ result }) => result !== "refunded");
  await markRefunded(tx, returned);
  const at = new Date(ports.clock.now());
  await cancelUnsentPayouts(tx, payouts.waiting, { error: "The race was refunded.", at });
  await postAll(tx, settlementReversed({ raceId, ledger }, reversal));
  await addToTotals(tx, broughtBy(row, settled));
  const streaks = await restoreStreaks(tx, raceId, settled);
  await countRace(tx, raceId, -1);
  const takenOf = new Map(reversal.taken.map(({ account, amount }) => [account, amount]));
  const notices = returned.map(({ wallet, stake }) => ({
    wallet,
    stake,
    taken: takenOf.get(userAccount(wallet, ledger)) ?? ZERO,
  }));
  const notifications = await notifyAll(tx, ports, reversalNotices(raceId, notices));
  await writeRefund(tx, change);
  const refundedAmount = sum(returned.map(({ stake }) => stake));
  return ok({
    change: {
      ...change,
      notifications,
      settledBets: returned.map(({ id: betId, stake: payout }) => ({
        betId,
        result: "refunded",
        payout,
        payment: null,
      })),
      transient: [
        ...balanceNotices(notices.map(({ wallet }) => wallet)),
        ...streaks.map(({ wallet, streak }) => streakNotice(wallet, streak)),
      ],
    },
    refundedBets: returned.length,
    refundedAmount,
    detail: {
      bets: returned.length,
      stakes: refundedAmount.toString(),
      cancelledPayouts: payouts.waiting.length,
      houseCost: reversal.cost.toString(),
    },
  });
}

/** States the missing amount, so that the house can be funded by exactly that much (rule MONEY-9). */
export const refuseUncovered = (missing: Lamports) =>
  refuse("REFUND_NOT_COVERED", {
    message: `House equity does not cover this refund: ${formatSol(missing)} SOL are missing`,
  });

/** Their settlement time stays: they are still the bets that the race was settled with. */
export function markRefunded(tx: Tx, returned: readonly Pick<SettledBet, "id">[]): Promise<void> {
  return inChunks(returned, async (chunk) => {
    await tx.execute(
      sql`update bets set result = 'refunded', payout = stake
           where id = any(${sql.param(chunk.map(({ id }) => id))}::text[])`,
    );
  });
}

/** A refunded race does not count for the referrers of its players (rule REFERRAL-3). */
function broughtBy(row: RaceRow, settled: readonly SettledBet[]) {
  const { referralRateBps } = settingsOf(row);
  return settled.flatMap(({ referrer, wallet, stake, fee }) =>
    referrer === null
      ? []
      : [{ referrer, wallet, stake: 0n - stake, earned: 0n - commission(fee ?? ZERO, referralRateBps) }],
  );
}
