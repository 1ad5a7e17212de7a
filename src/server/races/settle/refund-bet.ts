import { eq } from "drizzle-orm";
import { isBettingOpen } from "../../../domain/betting-window.ts";
import { ZERO, type Lamports } from "../../../domain/lamports.ts";
import { BY_ADMIN } from "../../../domain/race.ts";
import { betRefunded, lossGivenBack } from "../../../domain/postings.ts";
import { type Refused, type Result, ok, refuse } from "../../../domain/result.ts";
import { missingEquity } from "../../../domain/reversal.ts";
import { publicReason } from "../../../domain/rule-log.ts";
import { writeAudit } from "../../audit/write-audit.ts";
import { lockBalance, post } from "../../books/ledger.ts";
import type { Tx } from "../../db/database.ts";
import { bets } from "../../db/schema/bets.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type NotificationRow, notificationView, notify } from "../../notifications/stored-notifications.ts";
import { notifyBalances } from "../../notifications/notify-balances.ts";
import { writeRule } from "../../rule-log/write-rule.ts";
import { bettingWindowOf, lockRace, type RaceRow } from "../race-rows.ts";
import { type Refunding, type RefundPorts, notifyNewestRace } from "./refund-race.ts";
import { markRefunded, refuseUncovered } from "./reverse-race.ts";

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
  | "STEP_UP_REQUIRED"
  | "REFUND_NOT_COVERED";

/**
 * Refunds one bet to its player's balance, once (rule MONEY-23): while its race takes bets freely, or, at the house's
 * cost, after the settlement if it lost. Between the close and the settlement an admin may know more than the players,
 * and a win is never taken from a winner. What the race was settled with stays as it was: what others won, the fee, and
 * what a referrer earned. An audit row records who did it and why, and a row of the rule log that the bet was refunded
 * (rule RULELOG-2).
 */
export async function refundBet(
  ports: RefundPorts,
  request: BetRefund,
): Promise<Result<BetRow, BetRefundRefusal>> {
  const [found] = await ports.db.select().from(bets).where(eq(bets.id, request.betId));
  if (found?.status !== "confirmed") return refuse("BET_NOT_FOUND");
  const done = await inTransaction(ports.db, (tx) => refundLockedBet(tx, ports, found.raceId, request));
  if (!done.ok) return done;
  const { bet, notification } = done.value;
  ports.log.info({ betId: bet.id, raceId: bet.raceId, result: "refunded" }, "bet settled");
  await announce(ports, bet, notification).catch((error: unknown) =>
    ports.log.warn({ err: error, betId: bet.id }, "a refund could not be announced"),
  );
  return ok(bet);
}

interface Refunded {
  readonly bet: BetRow;
  readonly notification: NotificationRow;
}

async function refundLockedBet(
  tx: Tx,
  ports: RefundPorts,
  raceId: string,
  { betId, reason, by, isSteppedUp }: BetRefund,
): Promise<Result<Refunded, BetRefundRefusal>> {
  const race = await lockRace(tx, raceId);
  const bet = await lockBet(tx, betId);
  const at = new Date(ports.clock.now());
  const isOpen = isBettingOpen(bettingWindowOf(race), at.getTime());
  const refused = refusalOf(race, bet, { isOpen, isSteppedUp });
  if (refused !== null) return refused;
  const uncovered = isOpen ? await refundOpen(tx, bet, at) : await giveLossBack(tx, bet);
  if (uncovered !== null) return uncovered;
  const { wallet, stake: amount } = bet;
  const notification = await notify(tx, ports, {
    wallet,
    kind: "one_bet_refunded",
    params: { raceId, amount },
  });
  await writeRule(tx, at, {
    kind: "refund-bet",
    race: raceId,
    bet: betId,
    settled: race.settledAt !== null,
    reason: publicReason(reason) ?? (race.settledAt === null ? null : BY_ADMIN),
    lamports: amount,
  });
  await writeAudit(tx, {
    at,
    actor: by,
    action: "bet.refund",
    subject: betId,
    before: { result: bet.result },
    after: { result: "refunded" },
    detail: { raceId, wallet, stake: amount.toString(), isAtHouseCost: !isOpen },
    reason,
  });
  return ok({ bet: await lockBet(tx, betId), notification });
}

async function lockBet(tx: Tx, betId: string): Promise<BetRow> {
  const [bet] = await tx.select().from(bets).where(eq(bets.id, betId)).for("update");
  if (!bet) throw new Error(`bet ${betId} is not in the database`);
  return bet;
}

function refusalOf(
  race: RaceRow,
  bet: BetRow,
  { isOpen, isSteppedUp }: { readonly isOpen: boolean; readonly isSteppedUp: boolean },
): Refused<BetRefundRefusal> | null {
  if (bet.result === "refunded") return refuse("BET_REFUNDED");
  if (isOpen) return null;
  if (race.status === "refunded") return refuse("RACE_REFUNDED");
  if (race.settledAt === null) return refuse("BET_LOCKED");
  if (bet.result !== "loss") return refuse("BET_WON");
  return isSteppedUp ? null : refuse("STEP_UP_REQUIRED");
}

async function refundOpen(tx: Tx, bet: BetRow, at: Date): Promise<null> {
  await tx
    .update(bets)
    .set({ result: "refunded", payout: bet.stake, fee: ZERO, settledAt: at })
    .where(eq(bets.id, bet.id));
  await post(tx, betRefunded({ ...bet, betId: bet.id }));
  return null;
}

async function giveLossBack(tx: Tx, bet: BetRow): Promise<Refused<"REFUND_NOT_COVERED"> | null> {
  if (bet.ledger === "real") {
    const missing: Lamports = missingEquity(await lockBalance(tx, "equity"), bet.stake);
    if (missing > 0n) return refuseUncovered(missing);
  }
  await markRefunded(tx, [bet]);
  await post(tx, lossGivenBack({ ...bet, betId: bet.id }));
  return null;
}

async function announce(ports: RefundPorts, { raceId, wallet }: BetRow, notification: NotificationRow) {
  ports.reader.invalidate();
  ports.broadcast.toWallet(wallet, "user-notification", { notification: notificationView(notification) });
  notifyBalances(ports, [wallet]);
  await notifyNewestRace(ports, raceId);
}
