import { eq } from "drizzle-orm";
import { isBettingOpen } from "../../../../domain/betting-window.ts";
import { ZERO } from "../../../../domain/lamports.ts";
import { BY_ADMIN } from "../../../../domain/race.ts";
import { betRefunded } from "../../../../domain/postings.ts";
import { type Refused, type Result, ok, refuse } from "../../../../domain/result.ts";
import { publicReason } from "../../../../domain/rule-log.ts";
import { writeAudit } from "../../../foundation/audit/write-audit.ts";
import { post } from "../../../foundation/books/ledger.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import type { HouseAction, Outcome, Unaskable } from "../../../foundation/house-actions.ts";
import {
  type NotificationRow,
  notificationView,
  notify,
} from "../../../foundation/notifications/stored-notifications.ts";
import { notifyBalances } from "../../../foundation/notifications/notify-balances.ts";
import { writeRule } from "../../../foundation/rule-log/write-rule.ts";
import { bettingWindowOf, lockRace, type RaceRow } from "../race-rows.ts";
import { giveLossesBack, planLateRefund, refuseUncovered } from "./give-losses-back.ts";
import { notifyNewestRace, type Refunding, type RefundPorts, type RefundStepPorts } from "./refund-race.ts";

type BetRow = typeof bets.$inferSelect;

interface BetRefund extends Refunding {
  readonly betId: string;
}

type BetRefundRefusal =
  | "BET_NOT_FOUND"
  | "BET_REFUNDED"
  | "RACE_REFUNDED"
  | "BET_LOCKED"
  | "BET_WON"
  | "REFUND_NOT_COVERED";

/** Refunds one bet, or asks for its refund at the house's cost ({@link betRefundAction}). */
export const refundBet = (
  ports: RefundPorts,
  { betId, by, reason }: BetRefund,
): Promise<Result<Outcome<BetRow>, BetRefundRefusal | Unaskable>> =>
  ports.performOrAsk(betRefundAction(ports), { request: { betId }, by, reason });

/**
 * Refunds one bet to its player's balance, once (rule MONEY-23): while its race takes bets freely, or, at the house's
 * cost, after the settlement if it lost. Between the close and the settlement an admin may know more than the players,
 * and a win is never taken from a winner. What the race was settled with stays as it was: what others won, the fee, and
 * what a referrer earned. An admin's own lost bet needs another admin (rule IDENTITY-5). An audit row records who did
 * it and why, and a row of the rule log that the bet was refunded (rule RULELOG-2).
 */
export const betRefundAction = (
  ports: RefundStepPorts,
): HouseAction<"bet-refund", BetRow, BetRefundRefusal> => ({
  kind: "bet-refund",

  async check(tx, { betId }, { by, at }) {
    const [found] = await tx.select().from(bets).where(eq(bets.id, betId));
    if (found?.status !== "confirmed") return refuse("BET_NOT_FOUND");
    const { race, bet, isOpen } = await lockRaceAndBet(tx, betId, at);
    const refused = refusalOf(race, bet, isOpen);
    if (refused !== null) return refused;
    if (isOpen || bet.ledger === "play") return ok(null);
    const { cost, missing } = await planLateRefund(tx, bet.ledger, [bet]);
    if (missing > 0n) return refuseUncovered(missing);
    return ok({ amount: cost, cause: bet.wallet === by ? "own-wallet" : null });
  },

  async perform(tx, { betId }, { at, by, approvedBy, reason }) {
    const { race, bet, isOpen } = await lockRaceAndBet(tx, betId, at);
    if (isOpen) await refundOpen(tx, bet, at);
    else await giveLossesBack(tx, [bet]);
    const { wallet, stake: amount, raceId } = bet;
    const notification = await notify(tx, ports, {
      wallet,
      kind: "one_bet_refunded",
      params: { raceId, amount },
    });
    await writeRule(tx, at, {
      rule: "refund-bet",
      race: raceId,
      bet: betId,
      settled: race.settledAt !== null,
      reason: publicReason(reason) ?? (race.settledAt === null ? null : BY_ADMIN),
      lamports: amount,
    });
    const detail = { raceId, wallet, stake: amount.toString(), isAtHouseCost: !isOpen };
    await writeAudit(tx, {
      at,
      actor: by,
      action: "bet.refund",
      subject: betId,
      before: { result: bet.result },
      after: { result: "refunded" },
      detail: { ...detail, ...(approvedBy !== null && { approvedBy }) },
      reason,
    });
    return {
      done: await lockBet(tx, betId),
      async announce() {
        ports.log.info({ betId, raceId, result: "refunded" }, "bet settled");
        await announce(ports, bet, notification).catch((error: unknown) =>
          ports.log.warn({ err: error, betId }, "a refund could not be announced"),
        );
      },
    };
  },
});

/** A bet and its race, and whether it still takes bets. */
async function lockRaceAndBet(tx: Tx, betId: string, at: Date) {
  const [found] = await tx.select({ raceId: bets.raceId }).from(bets).where(eq(bets.id, betId));
  if (found === undefined) throw new Error(`bet ${betId} is not in the database`);
  const race = await lockRace(tx, found.raceId);
  const bet = await lockBet(tx, betId);
  return { race, bet, isOpen: isBettingOpen(bettingWindowOf(race), at.getTime()) };
}

export async function lockBet(tx: Tx, betId: string): Promise<BetRow> {
  const [bet] = await tx.select().from(bets).where(eq(bets.id, betId)).for("update");
  if (!bet) throw new Error(`bet ${betId} is not in the database`);
  return bet;
}

function refusalOf(race: RaceRow, bet: BetRow, isOpen: boolean): Refused<BetRefundRefusal> | null {
  if (bet.result === "refunded") return refuse("BET_REFUNDED");
  if (isOpen) return null;
  if (race.status === "refunded") return refuse("RACE_REFUNDED");
  if (race.settledAt === null) return refuse("BET_LOCKED");
  return bet.result === "loss" ? null : refuse("BET_WON");
}

/** Moves the stake of a bet back to its player while nothing is decided; the caller has locked race and bet. */
export async function refundOpen(tx: Tx, bet: BetRow, at: Date): Promise<void> {
  await tx
    .update(bets)
    .set({ result: "refunded", payout: bet.stake, fee: ZERO, settledAt: at })
    .where(eq(bets.id, bet.id));
  await post(tx, betRefunded({ ...bet, betId: bet.id }));
}

async function announce(ports: RefundStepPorts, { raceId, wallet }: BetRow, notification: NotificationRow) {
  ports.reader.invalidate();
  ports.broadcast.toWallet(wallet, "user-notification", { notification: notificationView(notification) });
  notifyBalances(ports, [wallet]);
  await notifyNewestRace(ports, raceId);
}
