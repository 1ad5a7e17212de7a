import type { Landed } from "../execute.ts";
import { kindOf } from "../keys.ts";

/**
 * Whose the money is that a transaction brought the house: of each transfer, its source's, whoever paid the fee (rule
 * BET-12). Nothing comes by other ways here.
 */
export function sourcesOf({ transfers }: Pick<Landed, "transfers">): ReadonlyMap<string, bigint> {
  const sources = new Map<string, bigint>();
  for (const { from, to, lamports } of transfers) {
    if (kindOf.has(to)) sources.set(from, (sources.get(from) ?? 0n) + lamports);
  }
  return sources;
}
