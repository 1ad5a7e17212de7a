import { and, eq, sql } from "drizzle-orm";
import { DAY_MS } from "../../../../domain/day-length.ts";
import { BY_ADMIN, refundCause } from "../../../../domain/race.ts";
import { type Refused, type Result, ok, refuse } from "../../../../domain/result.ts";
import { isBettingOpen } from "../../../../domain/betting-window.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { writeAudit } from "../../../foundation/audit/write-audit.ts";
import { countHouseActs } from "../../../foundation/books/house-acts.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import type { HouseAction, Outcome, PerformOrAsk, Unaskable } from "../../../foundation/house-actions.ts";
import { type AnnouncePorts, announceChange } from "../engine/announce.ts";
import { notifyAll } from "../../../foundation/notifications/stored-notifications.ts";
import {
  type RaceChange,
  type StepPorts,
  applyEvents,
  moveRace,
  writeRefund,
} from "../engine/apply-events.ts";
import {
  bettingWindowOf,
  findNewestRace,
  findRace,
  isLiveBet,
  lockRace,
  type RaceRow,
} from "../race-rows.ts";
import { isWinnerBacked } from "./due-races.ts";
import { giveLossesBack, planLateRefund, readSettledBets, refuseUncovered } from "./give-losses-back.ts";
import { balanceNotices, raceRefundedNotice } from "./notices.ts";

/** What carrying out a refund needs. */
export type RefundStepPorts = StepPorts & AnnouncePorts;

export interface RefundPorts extends RefundStepPorts {
  /** Performs a refund at once, or queues one at the house's cost for another admin's approval. */
  readonly performOrAsk: PerformOrAsk;
}

/** The admin who refunds, and why. */
export interface Refunding {
  /** In the admin's words; the rule log shows them to everyone. */
  readonly reason: string | null;
  /** The admin's wallet. */
  readonly by: string;
}

interface RefundRequest extends Refunding {
  readonly raceId: string;
}

export interface RefundedStakes {
  readonly refundedBets: number;
  readonly refundedAmount: Lamports;
}

export type NotNow = "RACE_REFUNDED" | "RACE_DECIDED" | "REFUND_TOO_LATE";

type RaceRefundRefusal = NotNow | "RACE_NOT_FOUND" | "NOTHING_TO_REFUND" | "REFUND_NOT_COVERED";

/** For how long a settled race can be refunded. */
const REFUNDABLE_FOR_MS = 7 * DAY_MS;

/** Refunds a race, or asks for its refund at the house's cost ({@link raceRefundAction}). */
export const refundRace = (
  ports: RefundPorts,
  { raceId, by, reason }: RefundRequest,
): Promise<Result<Outcome<RefundedStakes>, RaceRefundRefusal | Unaskable>> =>
  ports.performOrAsk(raceRefundAction(ports), { request: { raceId }, by, reason });

/**
 * Refunds a race, whatever its phase, once. Runs on any instance, not only on the leader. If the race is not settled,
 * its seed becomes public at once (rule FAIR-9). The stakes and the jackpot are returned in the same transaction when
 * every bet is final on the chain; otherwise the engine returns them when the last one is (rules RACE-1, MONEY-7,
 * MONEY-23). Of a settled race the lost stakes go back at the house's cost, within seven days (rule MONEY-9); the
 * second one in 24 hours needs another admin, and so does one that gives the admin a stake back (rule IDENTITY-5). An
 * audit row records who did it and why, and a row of the rule log that it was refunded (rule RULELOG-2).
 */
export const raceRefundAction = (
  ports: RefundStepPorts,
): HouseAction<"race-refund", RefundedStakes, RaceRefundRefusal> => ({
  kind: "race-refund",

  async check(tx, { raceId }, { by, at }) {
    if ((await findRace(tx, raceId)) === null) return refuse("RACE_NOT_FOUND");
    const row = await lockRace(tx, raceId);
    const refused = refusalNow(row, at);
    if (refused !== null || row.settledAt === null) return refused ?? ok(null);
    const { losses, cost, missing } = await planLateRefund(tx, row.ledger, await readSettledBets(tx, row));
    if (losses.length === 0) return refuse("NOTHING_TO_REFUND");
    if (missing > 0n) return refuseUncovered(missing);
    if (row.ledger === "play") return ok(null);
    const amount = cost;
    if (losses.some(({ wallet }) => wallet === by)) return ok({ amount, cause: "own-wallet" });
    const isSecond = (await countHouseActs(tx, { kind: "race-refund", at })) > 0;
    return ok({ amount, cause: isSecond ? "refunds" : null });
  },

  async perform(tx, { raceId }, { by, approvedBy, reason: said }) {
    const row = await lockRace(tx, raceId);
    const isSettled = row.settledAt !== null;
    const reason = reasonOf(said);
    const { change, refundedBets, refundedAmount } = isSettled
      ? await refundSettled(tx, ports, row, reason)
      : await refundUnsettled(tx, ports, row, reason);
    if (change.after === change.before) throw new Error(`${raceId} was to be refunded: ${change.refused}`);
    await writeAudit(tx, {
      at: new Date(ports.clock.now()),
      actor: by,
      action: "race.refund",
      subject: row.id,
      before: { status: row.status, isSettled },
      after: { status: "refunded" },
      detail: {
        bets: refundedBets,
        stakes: refundedAmount.toString(),
        ...(approvedBy !== null && { approvedBy }),
      },
      reason: said,
    });
    return {
      done: { refundedBets, refundedAmount },
      async announce() {
        // The refund is committed, whether or not the announcement arrives.
        await announceRefund(ports, change).catch((error: unknown) =>
          ports.log.warn({ err: error, raceId }, "a refund could not be announced"),
        );
      },
    };
  },
});

/** Why the race cannot be refunded at that time, whatever its stakes (rules MONEY-7 and MONEY-9); null if it can. */
export function refusalNow(row: RaceRow, at: Date): Refused<NotNow> | null {
  if (row.status === "refunded") return refuse("RACE_REFUNDED");
  if (row.settledAt === null) return isDecided(row, at) ? refuse("RACE_DECIDED") : null;
  return at.getTime() - row.settledAt.getTime() > REFUNDABLE_FOR_MS ? refuse("REFUND_TOO_LATE") : null;
}

/** From the close on an admin may know more than the players, until the settlement (rule MONEY-7). */
const isDecided = (row: RaceRow, at: Date): boolean =>
  row.status === "active" ||
  row.status === "completed" ||
  (row.status === "countdown" && !isBettingOpen(bettingWindowOf(row), at.getTime()));

/** The game's own reasons are shown to everyone as such: an admin's is never one of them. */
function reasonOf(reason: string | null): string {
  const text = reason?.trim() ?? "";
  if (text === "") return BY_ADMIN;
  return refundCause(text) === "by_admin" ? text : `${text} (said by an admin)`;
}

async function refundUnsettled(
  tx: Tx,
  ports: RefundStepPorts,
  row: RaceRow,
  reason: string,
): Promise<RefundedStakes & { readonly change: RaceChange }> {
  const [live] = await tx
    .select({
      refundedBets: sql<number>`count(*)::int`,
      refundedAmount: sql`coalesce(sum(${bets.stake}), 0)::bigint`.mapWith(bets.stake),
    })
    .from(bets)
    .where(and(eq(bets.raceId, row.id), isLiveBet));
  if (!live) throw new Error("a sum without groups returned nothing");
  const change = await applyEvents(tx, ports, row, [
    { type: "refund", reason },
    { type: "settle", isWinnerBacked: await isWinnerBacked(tx, row.id) },
  ]);
  return { change, ...live };
}

/** Gives the lost stakes back, under the race's lock; the winners and all that the race was settled with stay. */
async function refundSettled(
  tx: Tx,
  ports: RefundStepPorts,
  row: RaceRow,
  reason: string,
): Promise<RefundedStakes & { readonly change: RaceChange }> {
  const { losses, cost } = await planLateRefund(tx, row.ledger, await readSettledBets(tx, row));
  const change = await moveRace(tx, ports, row, [{ type: "refund-late", reason }]);
  await giveLossesBack(tx, losses);
  const notifications = await notifyAll(
    tx,
    ports,
    losses.map(({ wallet, stake }) => raceRefundedNotice(row.id, wallet, stake)),
  );
  await writeRefund(tx, change);
  return {
    change: {
      ...change,
      notifications,
      transient: balanceNotices(losses.map(({ wallet }) => wallet)),
      settledBets: losses.map(({ id: betId, stake: payout }) => ({
        betId,
        result: "refunded",
        payout,
        payment: null,
      })),
    },
    refundedBets: losses.length,
    refundedAmount: cost,
  };
}

async function announceRefund(ports: RefundStepPorts, change: RaceChange): Promise<void> {
  await announceChange(ports, change);
  await notifyNewestRace(ports, change.after.id);
}

/** Updates the pages that show this race, if it is the newest. */
export async function notifyNewestRace(ports: RefundStepPorts, raceId: string): Promise<void> {
  if ((await findNewestRace(ports.db))?.id !== raceId) return;
  const race = await ports.reader.readFresh(raceId);
  if (race !== null) ports.broadcast.toEveryone("race-update", { race });
}
