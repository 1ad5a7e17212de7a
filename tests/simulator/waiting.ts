import type { Environment } from "./environment.ts";
import type { Actor } from "./world.ts";

interface Patience {
  readonly everyMs: number;
  readonly times: number;
}

/** Looks again and again at what is stored, as one who stares at a page; null once patience is gone. */
export async function watchFor<T>(
  { world }: Pick<Environment, "world">,
  actor: Actor,
  look: () => T | null,
  { everyMs, times }: Patience,
): Promise<T | null> {
  for (let looked = 0; looked < times; looked += 1) {
    const seen = look();
    if (seen !== null) return seen;
    await world.sleep(actor, everyMs);
  }
  return null;
}
