import type { Chain } from "../../src/server/foundation/ports.ts";

/** A node that is current, but was restored from a snapshot: it knows nothing of what landed before. */
export interface Memory {
  /** The first slot that it knows; 0 for a node that has everything. */
  firstSlot: bigint;
  /** What another node behind the same balancer reports as its first block. */
  claimedFirstSlot?: bigint | undefined;
}

export const forgetful = (chain: Chain, memory: Memory): Chain => ({
  ...chain,
  firstAvailableBlock: async () => memory.claimedFirstSlot ?? memory.firstSlot,
  async signatureStatuses(signatures, options) {
    const statuses = await chain.signatureStatuses(signatures, options);
    return statuses.map((status) => (status && status.slot >= memory.firstSlot ? status : null));
  },
  async signaturesFor(address, options) {
    const page = await chain.signaturesFor(address, options);
    return page.filter(({ slot }) => slot >= memory.firstSlot);
  },
  async transaction(signature) {
    const transaction = await chain.transaction(signature);
    return transaction && transaction.slot >= memory.firstSlot ? transaction : null;
  },
});
