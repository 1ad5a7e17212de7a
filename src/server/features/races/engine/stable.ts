import { asc, eq, isNotNull } from "drizzle-orm";
import { foundingHorses } from "../../../../contract/races/founding-horses.ts";
import { HORSE_COUNT, lanes } from "../../../../domain/horse-count.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { horses } from "../../../foundation/db/schema/races.ts";
import type { Clock } from "../../../foundation/ports.ts";
import { lockStable } from "../stable/lock-stable.ts";

/** The horses of the next race, by lane: those that admins have put there. */
export const readRunners = (tx: Tx) =>
  tx.select().from(horses).where(isNotNull(horses.lane)).orderBy(asc(horses.lane));

/** Fills empty lanes: from the reserve, oldest first, then with founding horses that are missing. */
export async function stockStable(tx: Tx, clock: Clock): Promise<void> {
  // Locked until the race has its horses, none of which can be deleted before.
  const all = await lockStable(tx);
  if (all.filter(({ lane }) => lane !== null).length === HORSE_COUNT) return;
  const free = lanes.filter((lane) => !all.some((horse) => horse.lane === lane));
  const reserve = all.filter(({ lane, archivedAt }) => lane === null && archivedAt === null);
  const missing = foundingHorses.filter(({ name }) => !all.some((horse) => horse.name === name));
  const createdAt = new Date(clock.now());
  for (const lane of free) {
    const next = reserve.shift();
    if (next !== undefined) await tx.update(horses).set({ lane }).where(eq(horses.id, next.id));
    else {
      const founding = missing.shift();
      if (founding === undefined) throw new Error(`No horse is left for lane ${lane}`);
      // An empty stable has no rows to lock: a previous leader may be stocking it at the same time.
      await tx
        .insert(horses)
        .values({ ...founding, lane, createdAt })
        .onConflictDoNothing();
    }
  }
}
