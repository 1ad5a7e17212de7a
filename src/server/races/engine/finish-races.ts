import type { Db } from "../../db/database.ts";
import { type HeldLease, holdLease } from "../../db/lease.ts";
import { inTransaction } from "../../db/transaction.ts";
import { lockRace } from "../race-rows.ts";
import { findDueRaces, readFinality } from "../settle/final-bets.ts";
import { type RaceChange, type StepPorts, applyEvents } from "./apply-events.ts";

interface FinishPorts extends StepPorts {
  readonly db: Db;
  readonly lease: HeldLease;
}

/**
 * Settles every race that is over, once all its bets are final on the chain, oldest first. A race that has to wait does
 * not hold up the others. Answers the changes of the races that it settled (rules BET-9, RACE-10, INV-12).
 */
export async function finishRaces(ports: FinishPorts): Promise<readonly RaceChange[]> {
  const finished: RaceChange[] = [];
  for (const raceId of await findDueRaces(ports.db)) {
    const change = await finishRace(ports, raceId);
    ports.log.debug({ raceId }, "race stored");
    if (change !== null) finished.push(change);
  }
  return finished;
}

/** Null when the race turns out, under the lock, to have to wait. */
const finishRace = (ports: FinishPorts, raceId: string): Promise<RaceChange | null> =>
  inTransaction(ports.db, async (tx) => {
    await holdLease(tx, ports.lease.name, ports.lease.token);
    const row = await lockRace(tx, raceId);
    const { areFinal, isWinnerBacked } = await readFinality(tx, raceId);
    return areFinal ? applyEvents(tx, ports, row, [{ type: "bets-final", isWinnerBacked }]) : null;
  });
