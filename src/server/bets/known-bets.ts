import { type BetTerms, findBetTerms } from "./queries.ts";
import type { Db } from "../db/database.ts";
import { inBatches } from "./batch.ts";

/**
 * What was prepared for a bet, which never changes again. Most bets are confirmed moments after they were
 * prepared, often by the same process, so the latest are kept in memory; others are read together.
 */
export interface KnownBets {
  /** Null when there is no such bet. */
  find(betId: string): Promise<BetTerms | null>;
  remember(bet: BetTerms): void;
}

const MOST_REMEMBERED = 10_000;
const READ_BATCH_SIZE = 256;

export function knownBets(db: Db): KnownBets {
  const latest = new Map<string, BetTerms>();
  const read = inBatches(READ_BATCH_SIZE, async (betIds: readonly string[]) => {
    const found = await findBetTerms(db, betIds);
    return betIds.map((betId) => found.get(betId) ?? null);
  });

  function remember(bet: BetTerms) {
    latest.delete(bet.id);
    latest.set(bet.id, bet);
    const [oldest] = latest.keys();
    if (latest.size > MOST_REMEMBERED && oldest !== undefined) latest.delete(oldest);
  }

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
