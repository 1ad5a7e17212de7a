import type { RaceEvent } from "../../../domain/race.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import type { Db, Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type AnnouncePorts, announceChange } from "../engine/announce.ts";
import { type RaceChange, type StepPorts, applyEvents } from "../engine/apply-events.ts";
import { findNewestRace, findRace, lockRace } from "../race-rows.ts";
import { readFinality } from "./final-bets.ts";

interface RefundPorts extends StepPorts, AnnouncePorts {
  readonly db: Db;
}

interface RefundRequest {
  readonly raceId: string;
  readonly reason: string;
}

/**
 * Refunds a race that is not settled, whatever its phase (rules RACE-1, MONEY-7). Runs on any instance, not only on
 * the leader. The seed becomes public at once (rule FAIR-9), and the stakes and the jackpot go back in the same
 * transaction when every bet is final on the chain; otherwise the engine gives them back when the last one is.
 */
export async function refundRace(
  ports: RefundPorts,
  { raceId, reason }: RefundRequest,
): Promise<Result<undefined, "RACE_NOT_FOUND" | "RACE_REFUNDED" | "RACE_SETTLED">> {
  if ((await findRace(ports.db, raceId)) === null) return refuse("RACE_NOT_FOUND");
  const change = await inTransaction(ports.db, (tx) => applyRefund(tx, ports, { raceId, reason }));
  if (change.after === change.before) {
    return refuse(change.refused === "RACE_REFUNDED" ? "RACE_REFUNDED" : "RACE_SETTLED");
  }
  // It is refunded, whether or not anybody hears of it.
  await announceRefund(ports, change).catch((error: unknown) =>
    ports.log.warn({ err: error, raceId }, "a refund could not be announced"),
  );
  return ok();
}

async function applyRefund(tx: Tx, ports: RefundPorts, { raceId, reason }: RefundRequest) {
  const row = await lockRace(tx, raceId);
  const { areFinal, isWinnerBacked } = await readFinality(tx, raceId);
  const events: RaceEvent[] = [{ type: "refund", reason }];
  // A race that was refunded before waits for the engine as it did.
  if (areFinal && row.settledAt === null && row.status !== "refunded") {
    events.push({ type: "bets-final", isWinnerBacked });
  }
  return applyEvents(tx, ports, row, events);
}

async function announceRefund(ports: RefundPorts, change: RaceChange): Promise<void> {
  await announceChange(ports, change);
  if ((await findNewestRace(ports.db))?.id !== change.after.id) return;
  const race = await ports.reader.readFresh(change.after.id);
  if (race !== null) ports.broadcast.toEveryone("race-update", { race });
}
