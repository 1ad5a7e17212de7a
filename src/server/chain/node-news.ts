/**
 * What a node tells by itself. It only says when to look: news may be missing, late, doubled or wrong, so nothing is
 * believed because of them, and whatever they should have told is found by the clock as well.
 */
export interface NodeNews {
  /** Whether the node is telling something at the moment. */
  isLive(): boolean;
  /** The newest final slot that it told of; -1 before any. */
  finalSlot(): bigint;
  /** Whether it told, not long ago, of this confirmed transaction of a house wallet. */
  hasSeen(signature: string): boolean;
  /**
   * Confirmed transactions of house wallets that it told of from `place` on, oldest first, and the place where the next ones
   * begin. What is long ago is forgotten.
   */
  since(place: number): { readonly signatures: readonly string[]; readonly place: number };
}

/**
 * Of a node that tells nothing.
 * @testing
 */
export const noNews: NodeNews = {
  isLive: () => false,
  finalSlot: () => -1n,
  hasSeen: () => false,
  since: (place) => ({ signatures: [], place }),
};
