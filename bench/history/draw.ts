import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

const base58 = getBase58Decoder();
const digest = (text: string) => createHash("sha256").update(text).digest();

/** Random draws that are the same, in the same order, for the same label. */
export interface Draw {
  /** In [0, 1). */
  readonly fraction: () => number;
  /** A whole number from 0, below `limit`. */
  readonly below: (limit: number) => number;
  readonly isOneIn: (many: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly bytes: (length: number) => Uint8Array;
}

/** SFC32, seeded with the SHA-256 of the label: fast enough for some hundred million draws. */
export function drawFrom(label: string): Draw {
  const start = digest(label);
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => start.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const next = () => {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let warm = 0; warm < 12; warm += 1) next();
  const fraction = () => next() / 2 ** 32;
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    isOneIn: (many) => below(many) === 0,
    pick(list) {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    bytes(length) {
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(next(), at);
      return bytes;
    },
  };
}

/** The address of a wallet whose key nobody has; the same for the same label. */
export const addressFrom = (label: string): string => base58.decode(digest(label));

export const base58Of = (bytes: Uint8Array): string => base58.decode(bytes);
