import { LRUCache } from "lru-cache";
import { sql } from "drizzle-orm";
import { isWithin } from "../../foundation/chain/cached-answers.ts";
import type { PlayerRequest, PlayerShare } from "../../foundation/chain/caller.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import type { Clock } from "../../foundation/ports.ts";

const MAX_WALLETS = 10_000;
/** How soon a player's first settled bet, or a payment that did not land, makes a difference. */
const HOLDS_MS = 10_000;

type Priority = Pick<PlayerShare, "isProven" | "isLast">;

/**
 * Which part of the players' share of calls a request uses: wallets are free, so only one with a settled bet of real
 * money has a line of its own; all others share that of their network address (rule LIMITS-41).
 */
export function sharesOfPlayers({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const known = new LRUCache<string, { readonly priority: Promise<Priority>; readonly atMs: number }>({
    max: MAX_WALLETS,
  });
  return async ({ wallet, network }: PlayerRequest): Promise<PlayerShare> => {
    if (wallet === null) return { key: network, isProven: false, isLast: false };
    const cached = known.get(wallet);
    const isHeld = cached !== undefined && isWithin(clock, cached.atMs, HOLDS_MS);
    const { priority } = isHeld ? cached : { priority: readPriority(db, wallet) };
    if (!isHeld) {
      known.set(wallet, { priority, atMs: clock.now() });
      priority.catch(() => known.delete(wallet));
    }
    const { isProven, isLast } = await priority;
    return { key: isProven ? wallet : network, isProven, isLast };
  };
}

async function readPriority(db: Db, wallet: string): Promise<Priority> {
  const [row] = await rowsOf<{ is_proven: boolean; is_last: boolean }>(
    db,
    sql`select exists (select 1 from bets where wallet = ${wallet} and ledger = 'real' and result in ('win', 'loss'))
                 as is_proven,
               exists (select 1 from sent_payments where wallet = ${wallet} and dropped_at is not null) as is_last`,
  );
  return { isProven: row?.is_proven ?? false, isLast: row?.is_last ?? false };
}
