import type { Db } from "../../../foundation/db/database.ts";
import { type HeldLease, holdLease } from "../../../foundation/db/lease.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import { lockRace } from "../race-rows.ts";
import { findDueRaces, isWinnerBacked } from "../settle/due-races.ts";
import { type RaceChange, type StepPorts, applyEvents } from "./apply-events.ts";

interface FinishPorts extends StepPorts {
  readonly db: Db;
  readonly lease: HeldLease;
}

/**
 * Settles every race that is over, oldest first, and answers their changes (rules RACE-10 and INV-12).
 */
export async function finishRaces(ports: FinishPorts): Promise<readonly RaceChange[]> {
  const finished: RaceChange[] = [];
  for (const raceId of await findDueRaces(ports.db)) {
    const change = await finishRace(ports, raceId);
    ports.log.debug({ raceId }, "race stored");
    finished.push(change);
  }
  return finished;
}

const finishRace = (ports: FinishPorts, raceId: string): Promise<RaceChange> =>
  inTransaction(ports.db, async (tx) => {
    await holdLease(tx, ports.lease.name, ports.lease.token);
    const row = await lockRace(tx, raceId);
    return applyEvents(tx, ports, row, [
      { type: "settle", isWinnerBacked: await isWinnerBacked(tx, raceId) },
    ]);
  });
