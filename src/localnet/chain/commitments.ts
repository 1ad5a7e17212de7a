import type { ChainClock } from "./chain-clock.ts";
import { type SlotTiming, slotAt } from "./slots.ts";

/**
 * A block is final once its slot is over and it is stored: with one validator there is nothing to wait for after that.
 */
export type ChainCommitment = "processed" | "finalized";

/** Which slot, and which transaction, has reached which commitment. */
export interface Commitments {
  /** Newest slot of a commitment; never goes back, even if the machine's clock does. */
  slot(commitment: ChainCommitment): number;
  /** The chain is known to have reached at least this slot. */
  raise(slot: number): void;
  /** Everything up to this slot is stored, though the slot may not be over. */
  raiseFinal(slot: number): void;
}

interface Options {
  readonly timing: SlotTiming;
  readonly clock: ChainClock;
  /** Slot of the oldest block that ran but is not stored, or null. */
  readonly oldestUnstored: () => number | null;
}

export function commitments({ timing, clock, oldestUnstored }: Options): Commitments {
  let newest = 0;
  let final = 0;
  return {
    slot(commitment) {
      newest = Math.max(newest, slotAt(timing, clock.now()));
      if (commitment === "processed") return newest;
      final = Math.max(final, (oldestUnstored() ?? newest) - 1);
      return final;
    },
    raise(to) {
      newest = Math.max(newest, to);
    },
    raiseFinal(to) {
      final = Math.max(final, to);
    },
  };
}

/** What is stored is final: nothing drops it any more. */
export const commitmentOf = ({ isStored }: { readonly isStored: boolean }): ChainCommitment =>
  isStored ? "finalized" : "processed";
