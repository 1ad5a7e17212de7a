/** A stream of choices determined by one 64-bit seed (xoshiro128**, seeded by SplitMix64). */
export interface Random {
  /** An integer from 0 up to, but not including, `bound`. */
  below(bound: number): number;
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  /** In [0, 1). */
  fraction(): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  bytes(length: number): Uint8Array;
  /** An independent stream, so that more draws in one place change nothing elsewhere. */
  stream(name: string): Random;
}

const mask = 0xffff_ffff_ffff_ffffn;

export function randomOf(seed: bigint): Random {
  const state = new Uint32Array(4);
  let mixed = seed & mask;
  for (let place = 0; place < 4; place += 2) {
    mixed = (mixed + 0x9e37_79b9_7f4a_7c15n) & mask;
    let word = mixed;
    word = ((word ^ (word >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & mask;
    word = ((word ^ (word >> 27n)) * 0x94d0_49bb_1331_11ebn) & mask;
    word ^= word >> 31n;
    state[place] = Number(word & 0xffff_ffffn);
    state[place + 1] = Number(word >> 32n);
  }
  let [a = 0, b = 0, c = 0, d = 0] = state;

  const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  function word(): number {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const moved = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= moved;
    d = rotated(d, 11);
    return result;
  }

  const fraction = () => word() / 0x1_0000_0000;
  const below = (bound: number) => Math.floor(fraction() * bound);
  return {
    below,
    fraction,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => fraction() < probability,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError("nothing to pick from");
      return items[below(items.length)] as T;
    },
    shuffled<T>(items: readonly T[]): T[] {
      const left = [...items];
      for (let last = left.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [left[last], left[other]] = [left[other] as T, left[last] as T];
      }
      return left;
    },
    bytes: (length) => Uint8Array.from({ length }, () => word() >>> 24),
    stream: (name) => randomOf(seed ^ hashOf(name)),
  };
}

/** FNV-1a, 64 bits. */
function hashOf(text: string): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x100_0000_01b3n) & mask;
  return hash;
}
