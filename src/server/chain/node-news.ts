/**
 * Events that a node pushes without being asked. They only say when to check: they may be missing, late, duplicated or
 * wrong. So nothing is believed because of them, and anything they should have reported is also found by the clock.
 */
export interface NodeNews {
  /** Whether the node is currently sending events. */
  isLive(): boolean;
  /** The newest final slot that it reported; -1 before any. */
  finalSlot(): bigint;
  /** Whether it recently reported this confirmed transaction of a house wallet. */
  hasSeen(signature: string): boolean;
  /**
   * Confirmed transactions of house wallets reported from `place` on, oldest first, and the place where the next ones
   * begin. Old ones are forgotten.
   */
  since(place: number): { readonly signatures: readonly string[]; readonly place: number };
}

/**
 * For a node that pushes no events.
 * @testing
 */
export const noNews: NodeNews = {
  isLive: () => false,
  finalSlot: () => -1n,
  hasSeen: () => false,
  since: (place) => ({ signatures: [], place }),
};
