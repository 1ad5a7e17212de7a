import { type Result, ok, refuse } from "../../../domain/result.ts";
import { step } from "../../../domain/race.ts";
import type { Db } from "../../db/database.ts";
import { findRace, lockRace, raceStateOf, storeRace } from "../race-rows.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports.ts";

/**
 * Refunds a race that is not settled, whatever its state (rules RACE-1, MONEY-7). Only the state changes here,
 * on any server; the one that drives the races reveals the seed and gives the money back, at once or when the
 * last bet is final on the chain.
 */
export async function refundRace(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { raceId, reason }: { readonly raceId: string; readonly reason: string },
): Promise<Result<undefined, "RACE_NOT_FOUND" | "RACE_REFUNDED" | "RACE_SETTLED">> {
  if ((await findRace(db, raceId)) === null) return refuse("RACE_NOT_FOUND");
  return inTransaction(db, async (tx) => {
    const race = raceStateOf(await lockRace(tx, raceId));
    const done = step(race, { type: "refund", reason }, clock.now());
    if (done.refused === "RACE_REFUNDED") return refuse("RACE_REFUNDED");
    if (done.refused !== null) return refuse("RACE_SETTLED");
    await storeRace(tx, done.race);
    return ok();
  });
}
