import { LRUCache } from "lru-cache";
import type { Db } from "../../foundation/db/database.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import { type BetTerms, findBetTerms } from "./queries.ts";

/**
 * What was prepared for a bet, which never changes. Most bets are confirmed moments after they were prepared, often by
 * the same process, so the latest are kept in memory; others are read in batches.
 */
export interface KnownBets {
  /** Null when there is no such bet. */
  find(betId: string): Promise<BetTerms | null>;
  remember(bet: BetTerms): void;
}

const MAX_REMEMBERED = 10_000;
const READ_BATCH_SIZE = 256;

export function knownBets(db: Db): KnownBets {
  const latest = new LRUCache<string, BetTerms>({ max: MAX_REMEMBERED });
  const read = inBatches(READ_BATCH_SIZE, async (betIds: readonly string[]) => {
    const found = await findBetTerms(db, betIds);
    return betIds.map((betId) => found.get(betId) ?? null);
  });
  const remember = (bet: BetTerms) => void latest.set(bet.id, bet);

  return {
    remember,
    async find(betId) {
      const known = latest.get(betId);
      if (known) return known;
      const bet = await read(betId);
      if (bet) remember(bet);
      return bet;
    },
  };
}
