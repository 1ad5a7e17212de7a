import { MAX_RACE_BETS } from "./race-shape.ts";

/*
 * A race on the wire as a list of changes: a socket that asks for this in its handshake, with `raceUpdates=changes`,
 * receives `race-change` instead of a `race-update` that follows one it has received.
 */

/** Handshake query with which a client says that it applies changes itself. */
export const CHANGES_QUERY = { name: "raceUpdates", value: "changes" } as const;

type Fields = Readonly<Record<string, unknown>>;
type Listed = Fields & { readonly id: unknown };

/**
 * JSON of a whole race, or of a change: then only the changed fields, and in lists only the changed items, with their
 * ids.
 */
export interface RaceJson extends Fields {
  readonly id: unknown;
}

const lists = ["horses", "bets"] as const;
const isList = (name: string) => lists.some((list) => list === name);
const listOf = (race: Fields, name: string) => (race[name] ?? []) as readonly Listed[];

/** The race after a change. New list items come first, and the oldest bets make room for them. */
export function applyRaceChange(race: RaceJson, change: RaceJson): RaceJson {
  const merged: Record<string, unknown> = { ...race, ...change };
  for (const name of lists) {
    const [old, changes] = [listOf(race, name), listOf(change, name)];
    const isOld = ({ id }: Listed) => old.some((one) => one.id === id);
    merged[name] = [
      ...changes.filter((one) => !isOld(one)),
      ...old.map((one) => ({ ...one, ...changes.find(({ id }) => id === one.id) })),
    ].slice(0, MAX_RACE_BETS);
  }
  return merged as RaceJson;
}

/** The change that turns the first into the second; null if it cannot be expressed as a change. */
export function raceChange(before: RaceJson, after: RaceJson): RaceJson | null {
  if (before.id !== after.id) return null;
  const change: Record<string, unknown> = changedFields(before, after);
  for (const name of lists) {
    const old = new Map(listOf(before, name).map((one) => [one.id, one]));
    const changes = listOf(after, name).flatMap((one) => {
      const known = old.get(one.id);
      if (known === undefined) return [one];
      const changed = changedFields(known, one);
      return Object.keys(changed).length > 1 ? [changed] : [];
    });
    if (changes.length > 0) change[name] = changes;
  }
  const isWhole = isSame(applyRaceChange(before, change as RaceJson), after);
  return isWhole ? (change as RaceJson) : null;
}

const changedFields = (before: Listed | RaceJson, after: Listed | RaceJson) => ({
  ...Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isList(name) && !isSame(before[name], value)),
  ),
  id: after.id,
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
