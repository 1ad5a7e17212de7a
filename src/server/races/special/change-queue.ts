import { eq } from "drizzle-orm";
import { specialJackpotReturned } from "../../../domain/postings.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../audit/write-audit.ts";
import { post } from "../../books/ledger.ts";
import type { Db } from "../../db/database.ts";
import { specialRaces } from "../../db/schema/races.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports.ts";
import { lockQueue, readQueue, type SpecialRaceRow } from "./special-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type Uncancellable = "SPECIAL_RACE_NOT_FOUND" | "SPECIAL_RACE_OPENED" | "SPECIAL_RACE_CANCELLED";

/**
 * Removes a special race from the queue before it is opened and returns its jackpot to equity, once (rules MONEY-22 and
 * ADMIN-33).
 */
export function cancelSpecialRace(
  { db, clock }: Ports,
  { id, by, reason = null }: { readonly id: string; readonly by: string; readonly reason?: string | null },
): Promise<Result<SpecialRaceRow, Uncancellable>> {
  return inTransaction(db, async (tx) => {
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
): Promise<Result<readonly SpecialRaceRow[], "SPECIAL_RACES_CHANGED">> {
  return inTransaction(db, async (tx) => {
    await lockQueue(tx);
    const waiting = await readQueue(tx);
    const before = waiting.map(({ id }) => id);
    const isSame = ids.length === before.length && before.every((id) => ids.includes(id));
    if (!isSame) return refuse("SPECIAL_RACES_CHANGED", { field: "ids" });
    for (const [index, id] of ids.entries()) {
      await tx
        .update(specialRaces)
        .set({ position: index + 1 })
        .where(eq(specialRaces.id, id));
    }
    const at = new Date(clock.now());
    await writeAudit(tx, { at, actor: by, action: "special-race.order", before, after: ids });
    return ok(await readQueue(tx));
  });
}
