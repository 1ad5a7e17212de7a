/** Counted from the slot where the lock memo landed: no block from there on exists when the memo is sent. */
const SLOTS_AFTER_LOCK = 4n;

/**
 * The beacon is the first block at or after this slot: the slot where the first lock memo of the race landed, plus four
 * (rule FAIR-15). So nobody chooses it, and anyone can find it on the chain.
 */
export const beaconSlotAfter = (landedIn: bigint): bigint => landedIn + SLOTS_AFTER_LOCK;
