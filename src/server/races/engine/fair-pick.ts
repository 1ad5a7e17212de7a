import type { Entropy } from "../../ports.ts";

const RANGE = 2 ** 32;

/** A whole number from 0 up to `bound`, exclusive, each equally likely. */
export function pickBelow(entropy: Entropy, bound: number): number {
  if (!Number.isInteger(bound) || bound < 1 || bound > RANGE) throw new Error(`Cannot pick below ${bound}`);
  const limit = RANGE - (RANGE % bound);
  for (;;) {
    const [a = 0, b = 0, c = 0, d = 0] = entropy.bytes(4);
    const value = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
    if (value < limit) return value % bound;
  }
}

/** A fraction from 0 up to 1, exclusive, of 48 random bits. */
export const drawFraction = (entropy: Entropy): number =>
  entropy.bytes(6).reduce((value, byte) => value * 256 + byte, 0) / 2 ** 48;

/** `count` different items in their given order, every choice equally likely. */
export function pickSome<T>(entropy: Entropy, items: readonly T[], count: number): T[] {
  const rest = items.map((item, place) => ({ item, place }));
  const picked: typeof rest = [];
  while (picked.length < count && rest.length > 0) {
    picked.push(...rest.splice(pickBelow(entropy, rest.length), 1));
  }
  return picked.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}
