import { createHash } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";

/** Blocks for which a blockhash stays usable, as on Solana. */
export const BLOCKHASH_LIFETIME = 150;
export const SLOTS_PER_EPOCH = 432_000;

const base58 = getBase58Decoder();

/** The basis of slots, blockhashes and block times; fixed when the chain is created. */
export interface SlotTiming {
  /** 32 bytes that make blockhashes unguessable before their slot. */
  readonly secret: Uint8Array;
  /** Milliseconds since the Unix epoch at which slot 0 began. */
  readonly startedAtMs: number;
  readonly slotMs: number;
}

/** The slot running at `nowMs`; every slot has a block, so it is the block height too. */
export const slotAt = (timing: SlotTiming, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - timing.startedAtMs) / timing.slotMs));

/** Milliseconds since the Unix epoch at which `slot` begins. */
export const slotStartMs = (timing: SlotTiming, slot: number): number =>
  timing.startedAtMs + slot * timing.slotMs;

/** Seconds since the Unix epoch, as `getBlockTime` reports it. */
export const blockTime = (timing: SlotTiming, slot: number): number =>
  Math.floor(slotStartMs(timing, slot) / 1000);

/** The hash of the block of `slot`: a function of only the chain's secret and the slot. */
export const blockhashAt = (timing: SlotTiming, slot: number): string =>
  base58.decode(createHash("sha256").update(timing.secret).update(String(slot)).digest());

export interface BlockhashWindow {
  /** The slot of a blockhash that is usable while `slot` runs, or null. */
  slotOf(blockhash: string, slot: number): number | null;
}

/** Holds the last 151 blockhashes; follows the slot it is asked about, which must not go back. */
export function blockhashWindow(timing: SlotTiming): BlockhashWindow {
  const slots = new Map<string, number>();
  let newest = -1;

  const moveTo = (slot: number) => {
    for (let next = Math.max(newest + 1, slot - BLOCKHASH_LIFETIME); next <= slot; next++) {
      slots.set(blockhashAt(timing, next), next);
    }
    newest = Math.max(newest, slot);
    for (const [blockhash, at] of slots) {
      if (at >= newest - BLOCKHASH_LIFETIME) break;
      slots.delete(blockhash);
    }
  };

  return {
    slotOf(blockhash, slot) {
      moveTo(slot);
      return slots.get(blockhash) ?? null;
    },
  };
}
