import { type BreakRequest, breakFrom } from "../../../domain/break.ts";
import { DAY_MS } from "../../../domain/day-length.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { lockOwnLimits, readBreak } from "../../foundation/books/own-limits.ts";
import { refuseWithoutProfile } from "../../foundation/books/require-profile.ts";
import type { Db } from "../../foundation/db/database.ts";
import { ownBreaks } from "../../foundation/db/schema/own-limits.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/**
 * Starts a break from betting, effective from the answer on (rule BET-16). During a break only one that ends at least a
 * day later can be taken, so that breaks, which are never deleted, are at most one a day (rule GROWTH-1); an exclusion
 * stays an exclusion.
 */
export async function takeBreak(
  { db, clock, entropy }: Ports,
  wallet: string,
  request: BreakRequest,
): Promise<Result<undefined, "BREAK_SHORTER" | "PROFILE_REQUIRED">> {
  return inTransaction(db, async (tx) => {
    const refused = await refuseWithoutProfile(tx, wallet);
    if (refused !== null) return refused;
    await lockOwnLimits(tx, wallet);
    const takenAt = new Date(clock.now());
    const current = await readBreak(tx, wallet, takenAt);
    const { kind, until } = breakFrom(request, takenAt.getTime());
    if (current !== null && until.getTime() < current.until.getTime() + DAY_MS)
      return refuse("BREAK_SHORTER");
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
