import { LRUCache } from "lru-cache";
import type { Chain, ChainTransaction, Clock, SignatureStatus } from "../ports.ts";
import { cachedAnswer, isWithin } from "./cached-answers.ts";
import { asHouse, currentCaller } from "./caller.ts";

/**
 * How long an answer is reused for later callers. Each answer is either true forever or only gets older; nothing
 * depends on its being new.
 */
const HOLDS_MS = {
  /** A small part of the time that a blockhash lives: its transaction has the rest to land. */
  blockhash: 2_000,
  /** What was final stays final; an older height proves less, never something wrong (rule MONEY-11). */
  tip: 4_000,
  /** Between two polls for a block that is not there yet: a slot. */
  missingBlock: 200,
  /** Where something has landed so far, as far as any node knows: asked in every round of a race that waits for it. */
  anyStatus: 200,
} as const;
const MAX_TRANSACTIONS = 1_000;

/**
 * Asks a node no more than necessary: answers that hold for a while are cached, and concurrent callers of the same
 * question share the answer (rule LIMITS-18). The newest slot, balances and "not found" are never cached.
 *
 * An answer that the house may be waiting for too is asked for on the house's behalf, at most once in the time that it
 * holds; so the house never waits in a player's line (rule LIMITS-41).
 */
export function sparingChain(node: Chain, clock: Clock): Chain {
  const blockhash = cachedAnswer(clock, HOLDS_MS.blockhash, () => asHouse(() => node.latestBlockhash()));
  const tip = cachedAnswer(clock, HOLDS_MS.tip, () => asHouse(() => node.tip()));
  const funded = new Map<string, bigint>();
  const transactions = new LRUCache<string, ChainTransaction>({ max: MAX_TRANSACTIONS });
  const underWay = new Map<string, Promise<ChainTransaction | null>>();
  /** The newest slot in any answer so far. */
  let newest = { slot: -1n, atMs: Number.NEGATIVE_INFINITY };
  let seen: { key: string; statuses: readonly (SignatureStatus | null)[]; atMs: number } = {
    key: "",
    statuses: [],
    atMs: Number.NEGATIVE_INFINITY,
  };
  let missing = { slot: -1n, atMs: Number.NEGATIVE_INFINITY };
  const isFresh = (atMs: number, holdsMs: number) => isWithin(clock, atMs, holdsMs);

  return {
    ...node,
    latestBlockhash: (options) => (options?.isNew === true ? node.latestBlockhash(options) : blockhash()),
    tip,

    async slot() {
      return isFresh(newest.atMs, HOLDS_MS.tip) ? newest.slot : (await tip()).slot;
    },

    async balances(addresses) {
      const balances = await node.balances(addresses);
      if (balances.slot > newest.slot) newest = { slot: balances.slot, atMs: clock.now() };
      return balances;
    },

    async fundedBy(address) {
      const known = funded.get(address);
      if (known !== undefined) return known;
      const slot = await node.fundedBy(address);
      if (slot !== null) funded.set(address, slot);
      return slot;
    },

    async transaction(signature) {
      const known = transactions.get(signature);
      if (known) return known;
      // A player's question waits in the player's line, where the house does not.
      const asker = `${signature} ${currentCaller().kind === "player"}`;
      const earlier = underWay.get(asker);
      if (earlier) return earlier;
      const asking = node.transaction(signature);
      underWay.set(asker, asking);
      try {
        const found = await asking;
        if (found) transactions.set(signature, found);
        return found;
      } finally {
        underWay.delete(asker);
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
