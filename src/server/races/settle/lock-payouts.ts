import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Lamports } from "../../../domain/lamports.ts";
import type { Tx } from "../../db/database.ts";
import { readInPages } from "../../db/in-chunks.ts";
import { payments } from "../../db/schema/payments.ts";

interface Payout {
  readonly id: string;
  readonly betId: string | null;
  readonly lamports: Lamports;
  readonly status: (typeof payments.$inferSelect)["status"];
  /** Whether a transaction of it was signed, which may land. */
  readonly isSigned: boolean;
}

export interface RacePayouts {
  /** Payouts of which nothing was ever signed. */
  readonly waiting: readonly Payout[];
  /** Bets whose payout has reached the player or still may: what was signed may land (rule MONEY-11). */
  readonly sentBets: ReadonlySet<string | null>;
}

/**
 * Locks the payouts of a settled race: until this transaction ends, no worker can sign them and no retry can create
 * them again. Payouts that failed or were cancelled are on their players' balances.
 */
export async function lockPayouts(tx: Tx, raceId: string): Promise<RacePayouts> {
  // The first statement waits for retries that hold a lock. The payments they created are visible only to a later
  // statement, which locks them too.
  await readPayouts(tx, raceId, true);
  await readPayouts(tx, raceId, true);
  const all = await readPayouts(tx, raceId, false);
  const isSent = ({ status, isSigned }: Payout) =>
    status === "completed" || status === "sent" || status === "unknown" || (status === "pending" && isSigned);
  return {
    waiting: all.filter((payout) => payout.status === "pending" && !isSent(payout)),
    sentBets: new Set(all.filter(isSent).map(({ betId }) => betId)),
  };
}

const readPayouts = (tx: Tx, raceId: string, isLocking: boolean): Promise<Payout[]> =>
  readInPages<Payout>((last, rows) => {
    const page = tx
      .select({
        id: payments.id,
        betId: payments.betId,
        lamports: payments.lamports,
        status: payments.status,
        isSigned: sql<boolean>`exists (select 1 from payment_attempts where payment_id = payments.id)`,
      })
      .from(payments)
      .where(
        and(
          eq(payments.raceId, raceId),
          eq(payments.kind, "payout"),
          last === null ? undefined : gt(payments.id, last.id),
        ),
      )
      .orderBy(asc(payments.id))
      .limit(rows);
    return isLocking ? page.for("update") : page;
  });
