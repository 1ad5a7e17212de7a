import { foundingHorses } from "../../../contract/races/founding-horses.ts";
import { HORSE_COUNT } from "../../../domain/horse-count.ts";
import type { Clock, Entropy } from "../../ports.ts";
import type { Tx } from "../../db/database.ts";
import { horses } from "../../db/schema/races.ts";
import { pickSome } from "./fair-pick.ts";

/** Fills an empty or too small stable with the founding horses that it does not have. */
export async function stockStable(tx: Tx, clock: Clock): Promise<void> {
  const present = new Set<string>(
    (await tx.select({ name: horses.name }).from(horses)).map(({ name }) => name),
  );
  if (present.size >= HORSE_COUNT) return;
  const createdAt = new Date(clock.now());
  const missing = foundingHorses
    .filter(({ name }) => !present.has(name))
    .slice(0, HORSE_COUNT - present.size);
  for (const horse of missing) await tx.insert(horses).values({ ...horse, createdAt });
}

/** Six horses in the order of their ids; of more than six each is as likely to run as any other. */
export async function pickRunners(tx: Tx, entropy: Entropy) {
  const all = await tx.select().from(horses).orderBy(horses.id);
  if (all.length < HORSE_COUNT)
    throw new Error(`A race needs ${HORSE_COUNT} horses, the stable has ${all.length}`);
  return pickSome(entropy, all, HORSE_COUNT).map((horse, lane) => ({ ...horse, number: lane + 1 }));
}
