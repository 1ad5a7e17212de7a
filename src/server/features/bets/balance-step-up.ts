import { sql } from "drizzle-orm";
import type { Lamports } from "../../../domain/lamports.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

interface AskedStake {
  readonly wallet: string;
  /** Of one bet, or of all bets of a repeat. */
  readonly stake: Lamports;
  readonly at: Date;
}

/**
 * Whether a stake would take more from the balance in 24 hours than is bet without a confirmation by the player's
 * wallet (rule BALANCE-1). Bets that were given back do not count. In the transaction that stores a bet, after
 * `lockOwnLimits`, it decides; before that it is an early warning.
 */
export async function needsStepUp(q: Queryable, { wallet, stake, at }: AskedStake): Promise<boolean> {
  const { balanceStepUpAbove } = await readSettings(q);
  if (stake > balanceStepUpAbove) return true;
  const [row] = await rowsOf<{ staked: bigint }>(
    q,
    sql`select coalesce(sum(stake), 0)::bigint as staked from bets
         where wallet = ${wallet} and status = 'confirmed' and source = 'balance'
           and result is distinct from 'refunded'
           and confirmed_at > ${at.toISOString()}::timestamptz - interval '24 hours'`,
  );
  return (row?.staked ?? 0n) + stake > balanceStepUpAbove;
}
