import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { isBetMemo, listedMemos, parseDepositMemo } from "../../../domain/memo.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import type { AddressSignature, Clock } from "../../foundation/ports.ts";
import { momentOf } from "./queries.ts";

/** A transaction as a list of signatures or a notification shows it. */
type Listed = Pick<AddressSignature, "signature" | "memo">;

/**
 * Payments that the server prepared and that have not arrived: they are read before all others. Of a wallet's unpaid
 * bets only the newest is one, since wallets are free and may prepare a bet a second (rule DUST-2).
 */
export interface ExpectedPayments {
  /** The signatures of those whose memo names an expected payment. */
  among(listed: readonly Listed[]): Promise<ReadonlySet<string>>;
}

/**
 * Anybody can copy the memo of a payment, and prepare bets to write their memos into transactions that pay nothing:
 * more than this many transactions with one memo are read like those without.
 */
const READS_PER_PAYMENT = 3;
/** Longer than a prepared transaction can land. */
const EXPECTED_FOR_MS = 600_000;
const MAX_REMEMBERED = 10_000;

export function expectedPayments({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): ExpectedPayments {
  const signaturesByPayment = new LRUCache<string, Set<string>>({ max: MAX_REMEMBERED });

  function mayRead(payment: string, signature: string): boolean {
    const signatures = signaturesByPayment.get(payment) ?? new Set();
    signaturesByPayment.set(payment, signatures);
    if (signatures.size < READS_PER_PAYMENT) signatures.add(signature);
    return signatures.has(signature);
  }

  return {
    async among(listed) {
      const named = listed.flatMap(({ signature, memo }) =>
        listedMemos(memo).flatMap((text) => {
          const names = isBetMemo(text) ? text : parseDepositMemo(text);
          return names === null ? [] : [{ signature, names }];
        }),
      );
      if (named.length === 0) return new Set();
      const since = new Date(clock.now() - EXPECTED_FOR_MS);
      const unpaid = await findUnpaid(db, [...new Set(named.map(({ names }) => names))], since);
      return new Set(
        named.flatMap(({ signature, names }) =>
          unpaid.has(names) && mayRead(names, signature) ? [signature] : [],
        ),
      );
    },
  };
}

/**
 * Of these bets, named by their memos, and deposits, named by their ids, those that were prepared lately and not paid. Of
 * the bets only each wallet's newest, what the wallet prepared itself before what anybody may have prepared in its name
 * (rule BET-32); a bet that has expired may have been paid in time. Prepared deposits are few for each wallet (rule
 * LIMITS-42).
 */
async function findUnpaid(db: Db, names: readonly string[], since: Date): Promise<Set<string>> {
  const named = sql`any(${sql.param([...names])}::text[])`;
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select memo as name from bets
         where memo = ${named} and status in ('prepared', 'expired') and prepared_at > ${momentOf(since)}
           and not exists (
             select 1 from bets as later
              where later.wallet = bets.wallet and later.status in ('prepared', 'expired')
                and (later.prepared_at, later.id) > (bets.prepared_at, bets.id)
                and (later.message is not null or bets.message is null)
           )
        union all select id from prepared_deposits where id = ${named}`,
  );
  return new Set(rows.map(({ name }) => name));
}
