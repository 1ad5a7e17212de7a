import { sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { lamports, type Lamports, signedLamports } from "../../../domain/lamports.ts";
import {
  type PaymentObstacles,
  type WaitingPayment,
  waitReasonOf,
} from "../../foundation/books/wait-reason.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";

type Waiting = Reply<Api["getOverview"]>["waitingPayments"][number];

/** Payments of one kind that are at the same stage. */
export interface OpenPayments extends WaitingPayment {
  readonly count: number;
  readonly amount: Lamports;
  readonly oldest: Date;
}

/** Payments that have not ended, read through the index of open ones. */
export async function readOpenPayments(q: Queryable): Promise<readonly OpenPayments[]> {
  const rows = await rowsOf<
    Omit<OpenPayments, "amount" | "oldest"> & { amount: bigint; oldest: number } & Record<string, unknown>
  >(
    q,
    sql`select kind, source = 'hot' as "isFromHot",
               case when status = 'unknown' then 'unknown'
                    when exists (select from payment_attempts where payment_id = payments.id) then 'sent'
                    else 'unsigned' end as stage,
               count(*)::int as count, sum(lamports)::bigint as amount,
               (extract(epoch from min(created_at)) * 1000)::float8 as oldest
          from payments where status in ('pending', 'sent', 'unknown')
         group by 1, 2, 3 order by min(created_at)`,
  );
  return rows.map((row) => ({ ...row, amount: lamports(row.amount), oldest: new Date(Number(row.oldest)) }));
}

/**
 * Why they wait: the first reason that applies. An anchor moves no money, and a halt does not delay
 * it.
 */
export function explainWaiting(open: readonly OpenPayments[], now: PaymentObstacles): Waiting[] {
  const groups = new Map<string, Waiting>();
  for (const one of open) {
    const why = waitReasonOf(one, now);
    const { kind, count, amount, oldest } = one;
    const known = groups.get(`${kind} ${why}`);
    groups.set(`${kind} ${why}`, {
      kind,
      why,
      count: count + (known?.count ?? 0),
      amount: signedLamports(amount + (known?.amount ?? 0n)),
      oldest: known !== undefined && known.oldest < oldest ? known.oldest : oldest,
    });
  }
  return [...groups.values()];
}
