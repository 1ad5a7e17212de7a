import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

/** Which slots have a block, and the hash of each. */
export interface BlockSlots {
  add(slot: number): void;
  /** The last slot that has a block. */
  last(): number;
  /** The last block at or before a slot. */
  latestAt(slot: number): number;
  firstFrom(slot: number): number | null;
  /** Number of blocks up to a slot. */
  heightAt(slot: number): number;
  hashOf(slot: number): string;
  /** Whether the block of that slot has this hash. */
  hasHash(slot: number, hash: string): boolean;
  /** Whether the blockhash is still valid at a slot: it is for `context` blocks. */
  isFresh(blockhash: string, slot: number, context: number): boolean;
}

export function openBlockSlots(secret: string): BlockSlots {
  /** Ascending. */
  const slots: number[] = [0];
  const hashes = new Map<number, string>();
  const slotOfHash = new Map<string, number>();

  function hashOf(slot: number): string {
    const known = hashes.get(slot);
    if (known !== undefined) return known;
    const hash = getBase58Decoder().decode(createHash("sha256").update(`${secret} ${slot}`).digest());
    hashes.set(slot, hash);
    slotOfHash.set(hash, slot);
    return hash;
  }

  /** Index of the last block at or before a slot. */
  function indexAt(slot: number): number {
    let low = 0;
    let high = slots.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((slots[middle] as number) <= slot) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    add: (slot) => void slots.push(slot),
    last: () => slots.at(-1) as number,
    latestAt: (slot) => slots[indexAt(slot)] as number,
    firstFrom(slot) {
      const index = indexAt(slot);
      const at = slots[index] as number;
      return at >= slot ? at : (slots[index + 1] ?? null);
    },
    heightAt: indexAt,
    hashOf,
    hasHash: (slot, hash) => slotOfHash.get(hash) === slot,
    isFresh(blockhash, slot, context) {
      const made = slotOfHash.get(blockhash);
      if (made === undefined) return false;
      return indexAt(slot) <= indexAt(made) + context;
    },
  };
}
