import { changeLimit, type OwnLimitKind, ownLimitKinds } from "../../domain/own-limits.ts";
import { lockOwnLimits } from "../books/own-limits.ts";
import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { keptLimit, readKeptLimits, writeLimit } from "./limit-rows.ts";

/** What a player asks for; an omitted kind stays as it is, null asks for no limit. */
export type LimitChanges = { readonly [Kind in OwnLimitKind]?: bigint | null | undefined };

/**
 * Changes a player's own limits (rule BET-16): lower ones hold from the answer on, since bets that are being placed
 * take the same lock.
 */
export async function changeLimits(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wallet: string,
  changes: LimitChanges,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwnLimits(tx, wallet);
    const nowMs = clock.now();
    const kept = await readKeptLimits(tx, wallet, nowMs);
    for (const kind of ownLimitKinds) {
      const asked = changes[kind];
      if (asked === undefined) continue;
      await writeLimit(tx, wallet, kind, changeLimit(keptLimit(kept, kind), asked, nowMs));
    }
  });
}
