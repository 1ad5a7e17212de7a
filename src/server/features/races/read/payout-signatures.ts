import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../../foundation/db/database.ts";
import type { bets } from "../../../foundation/db/schema/bets.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";

/**
 * The transaction that paid each bet's winnings, by the bet's id. If a payment failed and was
 * retried, it is the last one. A bet without winnings, or whose payment is not signed yet, has no entry.
 */
export async function readPayoutSignatures(
  q: Queryable,
  winners: readonly Pick<typeof bets.$inferSelect, "id" | "raceId">[],
): Promise<ReadonlyMap<string, string>> {
  if (winners.length === 0) return new Map();
  const rows = await q
    .select({ betId: payments.betId, signature: payments.signature })
    .from(payments)
    .where(
      and(
        inArray(payments.raceId, [...new Set(winners.map(({ raceId }) => raceId))]),
        inArray(
          payments.betId,
          winners.map(({ id }) => id),
        ),
        eq(payments.kind, "payout"),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id));
  return new Map(
    rows.flatMap(({ betId, signature }) =>
      betId === null || signature === null ? [] : [[betId, signature]],
    ),
  );
}
