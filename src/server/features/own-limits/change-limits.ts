import { changeLimit, type OwnLimitKind, ownLimitKinds } from "../../../domain/own-limits.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { lockOwnLimits } from "../../foundation/books/own-limits.ts";
import { refuseWithoutProfile } from "../../foundation/books/require-profile.ts";
import type { Db } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { keptLimit, readKeptLimits, writeLimit } from "./limit-rows.ts";

/** What a player asks for; an omitted kind stays as it is, null asks for no limit. */
export type LimitChanges = { readonly [Kind in OwnLimitKind]?: bigint | null | undefined };

/**
 * Changes a player's own limits (rule BET-16): lower ones hold from the answer on, since bets that are being placed
 * take the same lock. They require a profile (rule GROWTH-1).
 */
export async function changeLimits(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wallet: string,
  changes: LimitChanges,
): Promise<Result<undefined, "PROFILE_REQUIRED">> {
  return inTransaction(db, async (tx) => {
    const refused = await refuseWithoutProfile(tx, wallet);
    if (refused !== null) return refused;
    await lockOwnLimits(tx, wallet);
    const nowMs = clock.now();
    const limits = await readKeptLimits(tx, wallet, nowMs);
    for (const kind of ownLimitKinds) {
      const change = changes[kind];
      if (change === undefined) continue;
      await writeLimit(tx, wallet, kind, changeLimit(keptLimit(limits, kind), change, nowMs));
    }
    return ok();
  });
}
