import { frozenFrom } from "../../../../domain/race-rules.ts";

/**
 * The settings that are fixed for a race from its creation to its end (rule RACE-3); every other takes effect at
 * once. A change of the network waits for the end of the race anyway.
 */
export const heldByRace: ReadonlySet<string> = new Set(
  Object.values(frozenFrom)
    .flat()
    .filter((key) => key !== "network"),
);
