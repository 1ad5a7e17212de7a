import { HORSE_COUNT } from "../../../domain/horse-count.ts";
import type { Clock, Entropy } from "../../ports.ts";
import type { Tx } from "../../db/database.ts";
import { horses } from "../../db/schema/races.ts";
import { pickSome } from "./fair-pick.ts";

export const foundingHorses = [
  {
    name: "Thunder Bolt",
    color: "#D7263D",
    description: "Breaks from the gate like a storm front and dares the rest to catch up.",
  },
  {
    name: "Lightning Flash",
    color: "#3E8BFF",
    description: "Blink on the back straight and the blue silks are gone.",
  },
  {
    name: "Storm Chaser",
    color: "#FFD23F",
    description: "Sits third, waits for trouble ahead, then runs straight at it.",
  },
  {
    name: "Midnight Runner",
    color: "#2BD4BD",
    description: "Quiet in the paddock, relentless when the lights come on.",
  },
  {
    name: "Golden Arrow",
    color: "#F76B15",
    description: "Needs one clear line to the post and no second invitation.",
  },
  {
    name: "Silver Streak",
    color: "#E9E4F2",
    description: "Old hand, long stride, and a finish that has broken many hearts.",
  },
];

/** Fills an empty or too small stable with the founding horses that it does not have. */
export async function stockStable(tx: Tx, clock: Clock): Promise<void> {
  const present = new Set((await tx.select({ name: horses.name }).from(horses)).map(({ name }) => name));
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
