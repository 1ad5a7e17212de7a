import type { ChainClock } from "./chain-clock.ts";
import { type SlotTiming, slotAt } from "./slots.ts";

export type ChainCommitment = "processed" | "confirmed" | "finalized";

/** Which slot, and which transaction, has reached which commitment. */
export interface Commitments {
  /** Newest slot of a commitment; never goes back, even if the machine's clock does. */
  slot(commitment: ChainCommitment): number;
  of(transaction: {
    readonly record: { readonly slot: number };
    readonly isStored: boolean;
  }): ChainCommitment;
  /** The chain is known to have reached at least this slot. */
  raise(slot: number): void;
  /** Everything up to this slot is stored, though the slot may not be over. */
  raiseConfirmed(slot: number): void;
}

interface Options {
  readonly timing: SlotTiming;
  readonly clock: ChainClock;
  readonly finalizeSlots: number;
  /** Slot of the oldest block that ran but is not stored, or null. */
  readonly oldestUnstored: () => number | null;
}

export function commitments({ timing, clock, finalizeSlots, oldestUnstored }: Options): Commitments {
  let newest = 0;
  let confirmed = 0;

  const slot = (commitment: ChainCommitment): number => {
    newest = Math.max(newest, slotAt(timing, clock.now()));
    if (commitment === "processed") return newest;
    confirmed = Math.max(confirmed, (oldestUnstored() ?? newest) - 1);
    return commitment === "confirmed" ? confirmed : Math.min(confirmed, newest - finalizeSlots);
  };

  return {
    slot,
    of({ record, isStored }) {
      if (!isStored) return "processed";
      return record.slot <= slot("finalized") ? "finalized" : "confirmed";
    },
    raise(to) {
      newest = Math.max(newest, to);
    },
    raiseConfirmed(to) {
      confirmed = Math.max(confirmed, to);
    },
  };
}
