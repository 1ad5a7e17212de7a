import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import { MAX_UNDER_WAY } from "../../../contract/payouts/under-way.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { isOpen } from "../../foundation/books/payments.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";

type UnderWay = Reply<Api["listUnderWay"]>;
type Kind = UnderWay["payments"][number]["kind"];

/**
 * A player's payments that are not final yet, oldest first, and for those that wait the number that are signed before
 * them, in the worker's signing order: see `readOpenPayments`.
 */
export async function listUnderWay(q: Queryable, wallet: string): Promise<UnderWay> {
  const own = and(isOpen, eq(payments.wallet, wallet));
  const [total] = await q.select({ count: count() }).from(payments).where(own);
  const rows = await q
    .select()
    .from(payments)
    .where(own)
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(MAX_UNDER_WAY);
  const waiting = rows.filter(({ signature }) => signature === null).map(({ id }) => id);
  const ahead = await readAhead(q, waiting);
  return {
    count: total?.count ?? 0,
    payments: rows.map(({ id, kind, lamports, raceId, createdAt, signature }) => ({
      id,
      // Sweeps and anchors belong to no player.
      kind: kind as Kind,
      amount: lamports,
      race_id: raceId,
      created_at: createdAt,
      state: signature === null ? "waiting" : "sent",
      ahead: ahead.get(id) ?? null,
      signature,
    })),
  };
}

/** For payments that were never signed, how many others of the same wallet kind come before each. */
async function readAhead(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; ahead: number }>(
    q,
    sql`select own.id, count(other.id)::int as ahead
          from payments as own
          left join payments as other
            on other.status = 'pending' and other.source = own.source and other.signature is null
           and (other.kind = 'anchor'
                or (other.created_at, -other.lamports, other.id) < (own.created_at, -own.lamports, own.id))
         where own.id = any(${sql.param(ids)}::text[]) and own.status = 'pending'
         group by own.id`,
  );
  return new Map(rows.map(({ id, ahead }) => [id, ahead]));
}
