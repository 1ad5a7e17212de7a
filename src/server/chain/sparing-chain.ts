import { LRUCache } from "lru-cache";
import type { Chain, ChainTransaction, Clock, SignatureStatus } from "../ports.ts";
import { cachedAnswer, isWithin } from "./cached-answers.ts";

/**
 * How long an answer is reused for later callers. Each answer is either true forever or only gets older; nothing
 * depends on its being new.
 */
const HOLDS_MS = {
  /** A thirtieth of the 60 s that a blockhash lives: its transaction has the rest to land. */
  blockhash: 2_000,
  /** What was final stays final; an older height proves less, never something wrong (rule MONEY-11). */
  finalTip: 4_000,
  /** For pages and health checks. */
  confirmedSlot: 5_000,
  /** A player's confirmation and the deposit watcher ask for the same payment at the same time. */
  confirmedTransaction: 3_000,
  /** Between two polls for a block that is not there yet: one slot. */
  missingBlock: 400,
  /** Where something has landed so far, as far as any node knows: asked in every round of a race that waits for it. */
  anyStatus: 400,
} as const;
const MAX_TRANSACTIONS = 1_000;

/**
 * Asks a node no more than necessary: answers that hold for a while are cached, and concurrent callers of the same
 * question share the answer (rule LIMITS-18). The newest slot, balances and "not found" are never cached.
 */
export function sparingChain(node: Chain, clock: Clock): Chain {
  const blockhash = cachedAnswer(clock, HOLDS_MS.blockhash, () => node.latestBlockhash());
  const finalTip = cachedAnswer(clock, HOLDS_MS.finalTip, () => node.tip("finalized"));
  const confirmedSlot = cachedAnswer(clock, HOLDS_MS.confirmedSlot, () => node.slot("confirmed"));
  const funded = new Map<string, bigint>();
  const transactions = new LRUCache<string, { readonly found: ChainTransaction; readonly atMs: number }>({
    max: MAX_TRANSACTIONS,
  });
  const asked = new Map<string, Promise<ChainTransaction | null>>();
  /** The newest final slot in any answer so far. */
  let final = { slot: -1n, atMs: Number.NEGATIVE_INFINITY };
  let seen: { key: string; statuses: readonly (SignatureStatus | null)[]; atMs: number } = {
    key: "",
    statuses: [],
    atMs: Number.NEGATIVE_INFINITY,
  };
  let missing = { slot: -1n, atMs: Number.NEGATIVE_INFINITY };
  const isFresh = (atMs: number, holdsMs: number) => isWithin(clock, atMs, holdsMs);

  return {
    ...node,
    latestBlockhash: blockhash,
    tip: (commitment) => (commitment === "finalized" ? finalTip() : node.tip(commitment)),

    async slot(commitment) {
      if (commitment === "processed") return node.slot(commitment);
      if (commitment === "confirmed") return confirmedSlot();
      if (isFresh(final.atMs, HOLDS_MS.finalTip)) return final.slot;
      const { slot } = await finalTip();
      return slot > final.slot ? slot : final.slot;
    },

    async balances(addresses, commitment) {
      const told = await node.balances(addresses, commitment);
      if (commitment === "finalized" && told.slot > final.slot)
        final = { slot: told.slot, atMs: clock.now() };
      return told;
    },

    async fundedBy(address) {
      const known = funded.get(address);
      if (known !== undefined) return known;
      const slot = await node.fundedBy(address);
      if (slot !== null) funded.set(address, slot);
      return slot;
    },

    async transaction(signature, commitment) {
      const key = `${commitment} ${signature}`;
      const known = transactions.get(key);
      const isFinal = commitment === "finalized";
      if (known && (isFinal || isFresh(known.atMs, HOLDS_MS.confirmedTransaction))) return known.found;
      const underWay = asked.get(key);
      if (underWay) return underWay;
      const asking = node.transaction(signature, commitment);
      asked.set(key, asking);
      try {
        const found = await asking;
        if (found) transactions.set(key, { found, atMs: clock.now() });
        return found;
      } finally {
        asked.delete(key);
      }
    },

    async signatureStatuses(signatures, options) {
      // If the slot is later than the one of a cached answer, reusing the older answer would prove something wrong
      // (rule MONEY-11).
      if (options.asOf > 0n) return node.signatureStatuses(signatures, options);
      const key = signatures.join(" ");
      if (seen.key === key && isFresh(seen.atMs, HOLDS_MS.anyStatus)) return seen.statuses;
      const statuses = await node.signatureStatuses(signatures, options);
      seen = { key, statuses, atMs: clock.now() };
      return statuses;
    },

    async firstBlockFrom(slot) {
      if (missing.slot === slot && isFresh(missing.atMs, HOLDS_MS.missingBlock)) return null;
      const block = await node.firstBlockFrom(slot);
      if (block === null) missing = { slot, atMs: clock.now() };
      return block;
    },
  };
}
