import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { paymentAccount } from "../../../domain/liability-tree.ts";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { type Db, rowsOf, type Tx } from "../../foundation/db/database.ts";

/** A real-money account to which something is owed, or a payment on its way. */
export interface OwedAccount {
  readonly account: string;
  readonly lamports: Lamports;
}

/** The embedded database runs in this process: a page of rows takes some milliseconds. */
const ROWS_A_PAGE = 500;

/**
 * Every account to which the house owes something, all read at one moment (rule OWED-1): what /api/solvency calls
 * liabilities, and each payment on its way. Equity, the wallets' own books and play money are not included.
 */
export const readOwed = (db: Db): Promise<readonly OwedAccount[]> =>
  db.transaction(
    async (tx) => [
      ...(await readPages(tx, accountsAfter)),
      ...(await readPages(tx, paymentsAfter)).map(({ account, lamports: owed }) => ({
        account: paymentAccount(account),
        lamports: owed,
      })),
    ],
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );

const accountsAfter = (after: string) => sql`
  select account, balance as lamports from ledger_accounts
   where balance <> 0 and account > ${after}
     and split_part(account, ':', 1) in ('user', 'referral', 'pool', 'jackpot', 'bonus')
   order by account limit ${ROWS_A_PAGE}`;

// Anchors carry no money, and what a sweep carries remains the house's.
const paymentsAfter = (after: string) => sql`
  select id as account, lamports from payments
   where status in ('pending', 'sent', 'unknown') and kind not in ('anchor', 'sweep') and lamports <> 0 and id > ${after}
   order by id limit ${ROWS_A_PAGE}`;

async function readPages(tx: Tx, pageAfter: typeof accountsAfter): Promise<readonly OwedAccount[]> {
  const read: OwedAccount[] = [];
  for (let after = ""; ;) {
    const page = await rowsOf<{ account: string; lamports: bigint }>(tx, pageAfter(after));
    for (const row of page) read.push({ account: row.account, lamports: lamports(row.lamports) });
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_A_PAGE) return read;
    after = last.account;
    // Awaiting its answers alone would never let the event loop turn.
    await setImmediate();
  }
}
