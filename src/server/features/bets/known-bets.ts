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
  /** The bet whose payment has this memo; null when there is none. */
  findByMemo(memo: string): Promise<BetTerms | null>;
  remember(bet: BetTerms): void;
}

const MAX_REMEMBERED = 10_000;
const READ_BATCH_SIZE = 256;

export function knownBets(db: Db): KnownBets {
  const latest = new LRUCache<string, BetTerms>({ max: MAX_REMEMBERED });
  const idByMemo = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  const readerBy = (key: "id" | "memo") =>
    inBatches(READ_BATCH_SIZE, async (values: readonly string[]) => {
      const found = await findBetTerms(db, key, values);
      return values.map((value) => found.get(value) ?? null);
    });
  const [readById, readByMemo] = [readerBy("id"), readerBy("memo")];
  function remember<Bet extends BetTerms | null>(bet: Bet): Bet {
    if (bet === null) return bet;
    latest.set(bet.id, bet);
    if (bet.memo !== null) idByMemo.set(bet.memo, bet.id);
    return bet;
  }

  return {
    remember,
    find: async (betId) => latest.get(betId) ?? remember(await readById(betId)),
    findByMemo: async (memo) => latest.get(idByMemo.get(memo) ?? "") ?? remember(await readByMemo(memo)),
  };
}
