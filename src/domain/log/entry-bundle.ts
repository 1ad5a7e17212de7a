import { concatBytes } from "@noble/hashes/utils.js";
import { TILE_WIDTH } from "./tile.ts";

/** The longest entry that a bundle can hold: its length is a uint16. */
export const MAX_ENTRY_BYTES = 65_535;

/**
 * Entries one after the other, each behind its length as a big-endian uint16 (C2SP tlog-tiles, "Log entries";
 * rule LOG-3).
 *
 * @throws RangeError for an entry that is too long.
 */
export const writeBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );

/** The entries of a bundle; null if the lengths do not add up to its end, or if it has none or too many. */
export function readBundle(bundle: Uint8Array): readonly Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const [high, low] = bundle.subarray(at, at + 2);
    if (high === undefined || low === undefined) return null;
    const end = at + 2 + high * 256 + low;
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries.length >= 1 && entries.length <= TILE_WIDTH ? entries : null;
}
