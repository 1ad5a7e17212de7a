import { sql } from "drizzle-orm";
import type { FeeSplit } from "../../../../domain/fee-split.ts";
import type { SettledBet } from "../../../../domain/settlement.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { inChunks } from "../../../foundation/db/in-chunks.ts";

interface Counted {
  readonly bets: readonly SettledBet[];
  /** The referrer of each referred player, by the player's wallet. */
  readonly referrerOf: ReadonlyMap<string, string>;
  readonly commissions: FeeSplit["commissions"];
}

/** What a referred player's bet adds to the referrer's totals. */
interface Brought {
  readonly referrer: string;
  readonly wallet: string;
  readonly stake: bigint;
  readonly earned: bigint;
}

/**
 * Adds a race's stakes and commissions to the totals of each referrer and referred player, once: the caller settles the
 * race in the same transaction and holds the players' locks (rule REFERRAL-3).
 */
export function countReferrals(tx: Tx, { bets, referrerOf, commissions }: Counted): Promise<void> {
  const earned = new Map(commissions.map(({ betId, amount }) => [betId, amount]));
  const referred = bets.flatMap(({ betId, wallet, stake }) => {
    const referrer = referrerOf.get(wallet);
    return referrer === undefined ? [] : [{ referrer, wallet, stake, earned: earned.get(betId) ?? 0n }];
  });
  return inChunks(referred, async (chunk) => {
    const column = (read: (one: Brought) => string) => sql.param(chunk.map(read));
    await tx.execute(
      sql`insert into referral_totals as totals (referrer, wallet, wagered, earned)
          select * from unnest(
            ${column(({ referrer }) => referrer)}::text[],
            ${column(({ wallet }) => wallet)}::text[],
            ${column(({ stake }) => stake.toString())}::bigint[],
            ${column((one) => one.earned.toString())}::bigint[]
          )
          on conflict (referrer, wallet) do update
            set wagered = totals.wagered + excluded.wagered, earned = totals.earned + excluded.earned`,
    );
  });
}
