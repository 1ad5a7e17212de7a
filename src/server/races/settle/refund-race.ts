import { and, eq, sql } from "drizzle-orm";
import { BY_ADMIN, type RaceEvent, refundCause } from "../../../domain/race.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../audit/write-audit.ts";
import type { Db, Tx } from "../../db/database.ts";
import { bets } from "../../db/schema/bets.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type AnnouncePorts, announceChange } from "../engine/announce.ts";
import { type RaceChange, type StepPorts, applyEvents } from "../engine/apply-events.ts";
import { findNewestRace, findRace, isLiveBet, lockRace, type RaceRow } from "../race-rows.ts";
import { readFinality } from "./final-bets.ts";
import { reverseRace, type ReversedRace } from "./reverse-race.ts";

export interface RefundPorts extends StepPorts, AnnouncePorts {
  readonly db: Db;
}

/** The admin who refunds, and why. */
export interface Refunding {
  /** In the admin's words; the rule log shows them to everyone. */
  readonly reason: string | null;
  /** The admin's wallet. */
  readonly by: string;
  /** The wallet confirmed the session: a refund at the house's cost requires it (rule ACCESS-8). */
  readonly isSteppedUp: boolean;
}

interface RefundRequest extends Refunding {
  readonly raceId: string;
}

type RefundedStakes = Pick<ReversedRace, "refundedBets" | "refundedAmount">;

type RaceRefundRefusal = "RACE_NOT_FOUND" | "RACE_REFUNDED" | "STEP_UP_REQUIRED" | "REFUND_NOT_COVERED";

type Done = RefundedStakes & { readonly change: RaceChange };

/**
 * Refunds a race, whatever its phase, once. Runs on any instance, not only on the leader. If the race is not settled,
 * its seed becomes public at once (rule FAIR-9). The stakes and the jackpot are returned in the same transaction when
 * every bet is final on the chain; otherwise the engine returns them when the last one is (rules RACE-1, MONEY-7,
 * MONEY-23). A settled race is refunded as rule MONEY-9 says. An audit row records who did it and why, and a row of the
 * rule log that it was refunded (rule RULELOG-2).
 */
export async function refundRace(
  ports: RefundPorts,
  request: RefundRequest,
): Promise<Result<RefundedStakes, RaceRefundRefusal>> {
  if ((await findRace(ports.db, request.raceId)) === null) return refuse("RACE_NOT_FOUND");
  const done = await inTransaction(ports.db, (tx) => refundLockedRace(tx, ports, request));
  if (!done.ok) return done;
  const { change, refundedBets, refundedAmount } = done.value;
  // The refund is committed, whether or not the announcement arrives.
  await announceRefund(ports, change).catch((error: unknown) =>
    ports.log.warn({ err: error, raceId: request.raceId }, "a refund could not be announced"),
  );
  return ok({ refundedBets, refundedAmount });
}

async function refundLockedRace(
  tx: Tx,
  ports: RefundPorts,
  request: RefundRequest,
): Promise<Result<Done, RaceRefundRefusal>> {
  const row = await lockRace(tx, request.raceId);
  if (row.status === "refunded") return refuse("RACE_REFUNDED");
  const isSettled = row.settledAt !== null;
  if (isSettled && !request.isSteppedUp) return refuse("STEP_UP_REQUIRED");
  const reason = reasonOf(request);
  const done = isSettled
    ? await reverseRace(tx, ports, row, reason)
    : await refundUnsettled(tx, ports, row, reason);
  if (!done.ok) return done;
  await writeAudit(tx, {
    at: new Date(ports.clock.now()),
    actor: request.by,
    action: "race.refund",
    subject: row.id,
    before: { status: row.status, isSettled },
    after: { status: "refunded" },
    detail: done.value.detail,
    reason: request.reason,
  });
  return done;
}

/** The game's own reasons are shown to everyone as such: an admin's is never one of them. */
function reasonOf({ reason }: Refunding): string {
  const text = reason?.trim() ?? "";
  if (text === "") return BY_ADMIN;
  return refundCause(text) === "by_admin" ? text : `${text} (said by an admin)`;
}

async function refundUnsettled(
  tx: Tx,
  ports: RefundPorts,
  row: RaceRow,
  reason: string,
): Promise<Result<ReversedRace, "RACE_REFUNDED">> {
  const [live] = await tx
    .select({
      refundedBets: sql<number>`count(*)::int`,
      refundedAmount: sql`coalesce(sum(${bets.stake}), 0)::bigint`.mapWith(bets.stake),
    })
    .from(bets)
    .where(and(eq(bets.raceId, row.id), isLiveBet));
  if (!live) throw new Error("a sum without groups returned nothing");
  const { areFinal, isWinnerBacked } = await readFinality(tx, row.id);
  const events: RaceEvent[] = [{ type: "refund", reason }];
  if (areFinal) events.push({ type: "bets-final", isWinnerBacked });
  const change = await applyEvents(tx, ports, row, events);
  if (change.after === change.before) return refuse("RACE_REFUNDED");
  const { refundedBets, refundedAmount } = live;
  const detail = { bets: refundedBets, stakes: refundedAmount.toString() };
  return ok({ change, refundedBets, refundedAmount, detail });
}

async function announceRefund(ports: RefundPorts, change: RaceChange): Promise<void> {
  await announceChange(ports, change);
  await notifyNewestRace(ports, change.after.id);
}

/** Updates the pages that show this race, if it is the newest. */
export async function notifyNewestRace(ports: RefundPorts, raceId: string): Promise<void> {
  if ((await findNewestRace(ports.db))?.id !== raceId) return;
  const race = await ports.reader.readFresh(raceId);
  if (race !== null) ports.broadcast.toEveryone("race-update", { race });
}
