import { type ChangeNews, toldChanges } from "../../src/server/db/change-news.ts";
import type { Environment } from "./environment.ts";
import type { Actor } from "./world.ts";

/** How many of a hundred commits a process hears of. */
const HEARD = 0.7;

/** What the database tells a process of commits, whoever made them: not always, and not at once. */
export function changesOf(actor: Actor, { world, random, commitListeners }: Environment): ChangeNews {
  const draws = random.stream(`changes ${actor.name}`);
  const told = toldChanges();
  commitListeners.set(actor, () => {
    if (draws.chance(HEARD))
      world.at(world.nowMs() + draws.below(100), () => actor.isAlive && told.tellAll());
  });
  return told;
}
