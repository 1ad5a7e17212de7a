import { and, eq, isNull } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../../domain/result.ts";
import { writeAudit } from "../../../foundation/audit/write-audit.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import { horses, raceHorses } from "../../../foundation/db/schema/races.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import type { Clock } from "../../../foundation/ports.ts";
import { readHorse } from "./change-stable.ts";
import { lockStable } from "./lock-stable.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

interface Which {
  readonly id: number;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Archives a horse, or restores it to the reserve (rule STABLE-1). One that has a lane is in the next race, which needs
 * six: `HORSE_COUNT`.
 */
export async function archiveHorse(
  { db, clock }: Ports,
  { id, archived, by }: Which & { readonly archived: boolean },
): Promise<Result<Reply<Api["archiveHorse"]>, "HORSE_NOT_FOUND" | "HORSE_COUNT">> {
  const changed = await inTransaction(db, async (tx) => {
    const horse = (await lockStable(tx)).find((one) => one.id === id);
    if (horse === undefined) return refuse("HORSE_NOT_FOUND", { field: "id" });
    if (archived === (horse.archivedAt !== null)) return ok(false);
    if (horse.lane !== null) return refuse("HORSE_COUNT", { field: "lane" });
    const at = new Date(clock.now());
    await tx
      .update(horses)
      .set({ archivedAt: archived ? at : null })
      .where(eq(horses.id, id));
    await writeAudit(tx, {
      at,
      actor: by,
      action: archived ? "horse.archive" : "horse.restore",
      subject: String(id),
      detail: { name: horse.name },
    });
    return ok(true);
  });
  if (!changed.ok) return changed;
  const horse = await readHorse(db, id);
  return horse === undefined
    ? refuse("HORSE_NOT_FOUND", { field: "id" })
    : ok({ horse, changed: changed.value });
}

/**
 * Deletes a horse that no race has and no repeat has chosen (rule STABLE-1): any other is `HORSE_RAN`. Races are
 * created with the stable locked, and repeats started with the horse locked, so that neither names one that is gone.
 */
export async function deleteHorse(
  { db, clock }: Ports,
  { id, by }: Which,
): Promise<Result<{ readonly id: number }, "HORSE_NOT_FOUND" | "HORSE_COUNT" | "HORSE_RAN">> {
  return inTransaction(db, async (tx) => {
    const horse = (await lockStable(tx)).find((one) => one.id === id);
    if (horse === undefined) return refuse("HORSE_NOT_FOUND", { field: "id" });
    if (horse.lane !== null) return refuse("HORSE_COUNT", { field: "lane" });
    const raced = await tx
      .select({ id: raceHorses.horseId })
      .from(raceHorses)
      .where(eq(raceHorses.horseId, id))
      .limit(1);
    const chosen = await tx
      .select({ id: betRepeats.id })
      .from(betRepeats)
      .where(and(eq(betRepeats.horseId, id), isNull(betRepeats.endedAt)))
      .limit(1);
    if (raced.length + chosen.length > 0) return refuse("HORSE_RAN", { field: "id" });
    await tx.delete(horses).where(eq(horses.id, id));
    const { name, color, description } = horse;
    await writeAudit(tx, {
      at: new Date(clock.now()),
      actor: by,
      action: "horse.delete",
      subject: String(id),
      before: { name, color, description },
    });
    return ok({ id });
  });
}
