import type { Environment } from "./environment.ts";
import type { Actor } from "./world.ts";

interface Patience {
  readonly everyMs: number;
  readonly times: number;
}

/** Repeatedly checks what is stored, like somebody watching a page; null when patience runs out. */
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
