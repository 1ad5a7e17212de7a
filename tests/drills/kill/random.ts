import { createHash } from "node:crypto";

export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  between(low: number, high: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** The same seed and purpose give the same numbers; each purpose draws from its own stream. */
export function randomFrom(seed: string, purpose: string): Random {
  let state = createHash("sha256").update(`${seed}|${purpose}`).digest().readUInt32LE();
  const fraction = () => {
    // Mulberry32: good enough for choosing moments.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    between: (low, high) => low + fraction() * (high - low),
    pick: (items) => items[Math.floor(fraction() * items.length)] ?? items[0],
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: fraction() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
