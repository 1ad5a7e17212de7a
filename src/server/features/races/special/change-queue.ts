import { eq } from "drizzle-orm";
import { specialJackpotReturned } from "../../../../domain/postings.ts";
import { ok, refuse, type Result } from "../../../../domain/result.ts";
import { writeAudit } from "../../../foundation/audit/write-audit.ts";
import { post } from "../../../foundation/books/ledger.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { specialRaces } from "../../../foundation/db/schema/races.ts";
import { inTransactionOnce } from "../../../foundation/db/keyed-transaction.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import type { Clock } from "../../../foundation/ports.ts";
import { lockQueue, readQueue, type SpecialRaceRow } from "./special-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type Uncancellable = "SPECIAL_RACE_NOT_FOUND" | "SPECIAL_RACE_OPENED" | "SPECIAL_RACE_CANCELLED";

/**
 * Removes a special race from the queue before it is opened and returns its jackpot to equity, once
 * (rule MONEY-22).
 */
export function cancelSpecialRace(
  { db, clock }: Ports,
  { id, by, reason = null }: { readonly id: string; readonly by: string; readonly reason?: string | null },
): Promise<Result<SpecialRaceRow, Uncancellable>> {
  return inTransactionOnce(db, async (tx) => {
    await lockQueue(tx);
    const [special] = await tx.select().from(specialRaces).where(eq(specialRaces.id, id));
    if (special === undefined) return refuse("SPECIAL_RACE_NOT_FOUND");
    if (special.raceId !== null) return refuse("SPECIAL_RACE_OPENED");
    if (special.cancelledAt !== null) return refuse("SPECIAL_RACE_CANCELLED");
    const at = new Date(clock.now());
    const { jackpot } = special;
    if (jackpot > 0n) await post(tx, specialJackpotReturned({ id, jackpot }));
    const cancelled = { cancelledAt: at, cancelledBy: by };
    await tx.update(specialRaces).set(cancelled).where(eq(specialRaces.id, id));
    await writeAudit(tx, { at, actor: by, action: "special-race.cancel", subject: id, reason });
    return ok({ ...special, ...cancelled });
  });
}

/** Reorders the waiting races; refused when they are not the ones that the admin saw (rule RACE-4). */
export function orderSpecialRaces(
  { db, clock }: Ports,
  { ids, by }: { readonly ids: readonly string[]; readonly by: string },
): Promise<
  Result<{ readonly queue: readonly SpecialRaceRow[]; readonly changed: boolean }, "SPECIAL_RACES_CHANGED">
> {
  return inTransaction(db, async (tx) => {
    await lockQueue(tx);
    const waiting = await readQueue(tx);
    const before = waiting.map(({ id }) => id);
    const isSame = ids.length === before.length && before.every((id) => ids.includes(id));
    if (!isSame) return refuse("SPECIAL_RACES_CHANGED", { field: "ids" });
    if (before.every((id, index) => id === ids[index])) return ok({ queue: waiting, changed: false });
    for (const [index, id] of ids.entries()) {
      await tx
        .update(specialRaces)
        .set({ position: index + 1 })
        .where(eq(specialRaces.id, id));
    }
    const at = new Date(clock.now());
    await writeAudit(tx, { at, actor: by, action: "special-race.order", before, after: ids });
    return ok({ queue: await readQueue(tx), changed: true });
  });
}
