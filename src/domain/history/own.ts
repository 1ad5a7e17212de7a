/** The entry of a map under a key that somebody else chose: `constructor` is a key like any other. */
export const own = <Value>(map: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
