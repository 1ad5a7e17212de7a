import { isServerSeed, sha256Hex } from "./fairness.ts";

/**
 * A reverse hash chain of server seeds (rule FAIR-7).
 *
 * Seed number k hashes to seed number k − 1. Seed 0 is the tip, which is published before the first
 * race; seed `length` is the root, the chain's only secret. Seeds are used as 1, 2, 3, …, so the hash
 * that a race publishes is the seed of the race before it, and no seed reveals a later one.
 */
export interface SeedChain {
  readonly tip: string;
  readonly length: number;
  /** The seed with this number, 1 to `length`. Secret until its race is over. */
  seedAt(index: number): string;
}

/** Opens a chain from its root; keeps about √length seeds in memory, so that each further seed is fast. */
export function openSeedChain(rootHex: string, length: number): SeedChain {
  if (!isServerSeed(rootHex)) throw new TypeError("a chain's root is 64 lower-case hex digits");
  if (!Number.isSafeInteger(length) || length < 1) throw new RangeError(`chain length ${length}`);
  const spacing = Math.ceil(Math.sqrt(length));
  const checkpoints = new Map<number, string>([[length, rootHex]]);
  let seed = rootHex;
  for (let index = length - 1; index >= 0; index -= 1) {
    seed = sha256Hex(seed);
    if (index % spacing === 0) checkpoints.set(index, seed);
  }
  return {
    tip: seed,
    length,
    seedAt(index) {
      if (!Number.isSafeInteger(index) || index < 1 || index > length) throw new RangeError(`seed ${index}`);
      const above = Math.min(length, Math.ceil(index / spacing) * spacing);
      const checkpoint = checkpoints.get(above);
      if (checkpoint === undefined) throw new RangeError(`no checkpoint ${above}`);
      return hashTimes(checkpoint, above - index);
    },
  };
}

/**
 * One seed straight from the root; `openSeedChain` is faster for many.
 * @testing
 */
export function seedAt(rootHex: string, length: number, index: number): string {
  if (index < 0 || index > length) throw new RangeError(`seed ${index}`);
  return hashTimes(rootHex, length - index);
}

/**
 * The published end of a chain.
 * @testing
 */
export const chainTip = (rootHex: string, length: number): string => hashTimes(rootHex, length);

/**
 * Whether a revealed seed is number `index` of the chain with this tip, which anyone can check.
 * @testing what anyone can do with a revealed seed
 */
export const followsFrom = (seed: string, tip: string, index: number): boolean =>
  Number.isSafeInteger(index) && index >= 0 && isServerSeed(seed) && hashTimes(seed, index) === tip;

function hashTimes(seed: string, times: number): string {
  let hashed = seed;
  for (let done = 0; done < times; done += 1) hashed = sha256Hex(hashed);
  return hashed;
}
