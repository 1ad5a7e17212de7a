import { and, isNull, lt, or, sql } from "drizzle-orm";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { bets, preparedDeposits, sentPayments } from "../../foundation/db/schema/bets.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "tip">;
}

/** Ten seconds and more: the watcher has counted what landed by then. */
const COUNTED_AFTER_BLOCKS = 75n;
/** Ten minutes and more: a deposit that a wallet signs too late is told to have expired. */
const DEPOSIT_TOLD_FOR_BLOCKS = 3_000n;
/** For how long a payer whose payment did not land is served last (rule LIMITS-41). */
const SERVED_LAST_MS = 600_000;

/**
 * Gives up prepared payments whose transaction can no longer land. A payment that landed in time and was not read yet
 * still becomes a bet. Of what was sent, only what did not land is remembered for a while.
 */
export async function expirePrepared({ db, chain, clock }: Ports): Promise<void> {
  const [open] = await rowsOf<{ any: boolean }>(
    db,
    sql`select exists (select 1 from bets where status = 'prepared')
            or exists (select 1 from prepared_deposits) or exists (select 1 from sent_payments) as any`,
  );
  if (open?.any !== true) return;
  const { blockHeight: height } = await chain.tip();
  await db
    .update(bets)
    .set({ status: "expired" })
    .where(and(sql`${bets.status} = 'prepared'`, lt(bets.lastValidBlockHeight, height)));
  await db
    .delete(preparedDeposits)
    .where(lt(preparedDeposits.lastValidBlockHeight, height - DEPOSIT_TOLD_FOR_BLOCKS));
  const isOver = lt(sentPayments.lastValidBlockHeight, height - COUNTED_AFTER_BLOCKS);
  const nowMs = clock.now();
  const isLanded = sql`exists (select 1 from deposits where deposits.signature = ${sentPayments.signature})`;
  const isForgotten = lt(sentPayments.droppedAt, new Date(nowMs - SERVED_LAST_MS));
  await db.delete(sentPayments).where(or(and(isOver, isLanded), isForgotten));
  await db
    .update(sentPayments)
    .set({ droppedAt: new Date(nowMs) })
    .where(and(isOver, isNull(sentPayments.droppedAt)));
}
