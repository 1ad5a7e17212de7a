import { and, eq, isNull } from "drizzle-orm";
import { ok, type Result } from "../../../../domain/result.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { endRepeat } from "./end-repeat.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/**
 * Ends the player's running repeat: once this has returned, it places no more bets (rule BET-15). Does nothing without
 * one.
 */
export const stopRepeat = (ports: Ports, wallet: string): Promise<Result<undefined, never>> =>
  inTransaction(ports.db, async (tx) => {
    const [running] = await tx
      .select()
      .from(betRepeats)
      .where(and(eq(betRepeats.wallet, wallet), isNull(betRepeats.endedAt)))
      .for("update");
    if (running) await endRepeat(tx, ports, running, "stopped");
    return ok();
  });
