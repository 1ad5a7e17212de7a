import type { Landed } from "../execute.ts";
import { kindOf } from "../keys.ts";

/**
 * Whose money a transaction brought the house: each transfer belongs to its source, whoever paid the fee (rule BET-12).
 * Here money arrives in no other way.
 */
export function sourcesOf({ transfers }: Pick<Landed, "transfers">): ReadonlyMap<string, bigint> {
  const sources = new Map<string, bigint>();
  for (const { from, to, lamports } of transfers) {
    if (kindOf.has(to)) sources.set(from, (sources.get(from) ?? 0n) + lamports);
  }
  return sources;
}
