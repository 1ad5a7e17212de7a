import type { AddressSignature } from "../ports.ts";

/** A final transaction of a house wallet, as a node reported it. */
export interface ReportedTransaction {
  readonly signature: string;
  readonly hasFailed: boolean;
  /** Anybody can write it, so it only decides what is read first. */
  readonly memo: AddressSignature["memo"];
}

/**
 * Events that a node pushes without being asked. They only say when to check: they may be missing, late, duplicated or
 * wrong. So nothing is believed because of them, and anything they should have reported is also found by the clock.
 */
export interface NodeNews {
  /** Whether the node is currently sending events. */
  isLive(): boolean;
  /**
   * Final transactions of house wallets reported from `place` on, oldest first, and the place where the next ones
   * begin. Old ones are forgotten.
   */
  since(place: number): { readonly transactions: readonly ReportedTransaction[]; readonly place: number };
}

/**
 * For a node that pushes no events.
 * @testing
 */
export const noNews: NodeNews = {
  isLive: () => false,
  since: (place) => ({ transactions: [], place }),
};
