import { type BreakRequest, breakFrom } from "../../domain/own-limits.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { lockOwnLimits, readBreak } from "../books/own-limits.ts";
import type { Db } from "../db/database.ts";
import { ownBreaks } from "../db/schema/own-limits.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/**
 * Starts a break from betting, effective from the answer on (rule BET-16). During a break only a longer one can be
 * taken, and an exclusion stays an exclusion.
 */
export async function takeBreak(
  { db, clock, entropy }: Ports,
  wallet: string,
  request: BreakRequest,
): Promise<Result<undefined, "BREAK_SHORTER">> {
  return inTransaction(db, async (tx) => {
    await lockOwnLimits(tx, wallet);
    const takenAt = new Date(clock.now());
    const current = await readBreak(tx, wallet, takenAt);
    const { kind, until } = breakFrom(request, takenAt.getTime());
    if (current !== null && until <= current.until) return refuse("BREAK_SHORTER");
    await tx.insert(ownBreaks).values({
      id: `break-${Buffer.from(entropy.bytes(12)).toString("hex")}`,
      wallet,
      kind: current?.kind === "exclusion" ? "exclusion" : kind,
      takenAt,
      until,
    });
    return ok();
  });
}
