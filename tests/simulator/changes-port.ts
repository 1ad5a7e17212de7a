import { type ChangeNews, toldChanges } from "../../src/server/foundation/db/change-news.ts";
import type { Environment } from "./environment.ts";
import type { Actor } from "./world.ts";

/** The share of commits that a process is notified of. */
const HEARD = 0.7;

/** What the database notifies a process of when there is a commit, by any process: not always, and not immediately. */
export function changesOf(actor: Actor, { world, random, commitListeners }: Environment): ChangeNews {
  const draws = random.stream(`changes ${actor.name}`);
  const told = toldChanges();
  commitListeners.set(actor, () => {
    if (draws.chance(HEARD))
      world.at(world.nowMs() + draws.below(100), () => actor.isAlive && told.tellAll());
  });
  return told;
}
