import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { lamports } from "../../../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../../../domain/result.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import type { Clock } from "../../../foundation/ports.ts";
import { needsStepUp } from "../balance-step-up.ts";
import { findTerms, readNextStep } from "./repeat-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Resumption {
  readonly wallet: string;
  readonly raceId: string;
  /** The wallet confirmed larger bets from its balance (rule BALANCE-1). */
  readonly isSteppedUp?: boolean;
}

/**
 * Resumes the player's paused repeat under the terms of a race, which the player has seen: it bets on as long as no
 * race has worse ones (rule BET-15). Its races to come require what they would at its start (rule BALANCE-1). Does
 * nothing if no repeat is paused.
 */
export async function resumeRepeat(
  { db, clock }: Ports,
  { wallet, raceId, isSteppedUp = false }: Resumption,
): Promise<Result<undefined, "RACE_NOT_FOUND" | "STEP_UP_REQUIRED">> {
  if ((await findTerms(db, raceId)) === null) return refuse("RACE_NOT_FOUND");
  return inTransaction(db, async (tx) => {
    const isPaused = and(
      eq(betRepeats.wallet, wallet),
      isNull(betRepeats.endedAt),
      isNotNull(betRepeats.pauseReason),
    );
    const [repeat] = await tx.select().from(betRepeats).where(isPaused).for("update");
    if (repeat === undefined) return ok();
    const { tally } = await readNextStep(tx, repeat);
    const stake = lamports(repeat.stake * BigInt(Math.max(repeat.races - tally.racesBet, 0)));
    const at = new Date(clock.now());
    if (!isSteppedUp && (await needsStepUp(tx, { wallet, stake, at }))) return refuse("STEP_UP_REQUIRED");
    await tx
      .update(betRepeats)
      .set({ termsRaceId: raceId, pauseReason: null, isSteppedUp })
      .where(eq(betRepeats.id, repeat.id));
    return ok();
  });
}
