import { asc, eq, isNotNull } from "drizzle-orm";
import { foundingHorses } from "../../../contract/races/founding-horses.ts";
import { HORSE_COUNT, lanes } from "../../../domain/horse-count.ts";
import type { Tx } from "../../db/database.ts";
import { horses } from "../../db/schema/races.ts";
import type { Clock } from "../../ports.ts";
import { lockStable } from "../stable/lock-stable.ts";

/** The horses of the next race, by lane: those that admins have put there (rule HORSES-3). */
export const readRunners = (tx: Tx) =>
  tx.select().from(horses).where(isNotNull(horses.lane)).orderBy(asc(horses.lane));

/** Fills empty lanes: from the reserve, oldest first, then with founding horses that are missing. */
export async function stockStable(tx: Tx, clock: Clock): Promise<void> {
  if ((await readRunners(tx)).length === HORSE_COUNT) return;
  const all = await lockStable(tx);
  const free = lanes.filter((lane) => !all.some((horse) => horse.lane === lane));
  const reserve = all.filter(({ lane }) => lane === null);
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
