import { sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { type Account, playerOf, userAccount } from "../../domain/ledger.ts";
import { postingReference } from "../../domain/posting-reference.ts";
import { type Queryable, rowsOf, type Tx } from "../db/database.ts";
import { balanceOf, lockBalance } from "./ledger.ts";

export interface AvailableBalance {
  /** The full balance of the account. */
  readonly balance: Lamports;
  /** The part that can be staked or withdrawn: no fork can drop any of it (rules BET-14 and MONEY-8). */
  readonly available: Lamports;
}

/** A player's balance, and the part that can be spent now. */
export async function readAvailable(q: Queryable, wallet: string): Promise<AvailableBalance> {
  return split(await balanceOf(q, `user:${wallet}`), await notFinalOf(q, wallet));
}

/** The same, but locked: nobody else can debit the balance until this transaction ends. */
export async function lockAvailable(tx: Tx, wallet: string): Promise<AvailableBalance> {
  return split(await lockBalance(tx, `user:${wallet}`), await notFinalOf(tx, wallet));
}

const split = (balance: Lamports, held: bigint): AvailableBalance => ({
  balance,
  available: lamports(balance > held ? balance - held : 0n),
});

const notFinalOf = async (q: Queryable, wallet: string): Promise<bigint> =>
  (await readNotFinal(q, [wallet])).get(wallet) ?? 0n;

/** Money on balances whose deposit a fork could still drop, by wallet: it is shown, but cannot leave yet. */
export async function readNotFinal(
  q: Queryable,
  wallets: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await rowsOf<{ account: Account; total: bigint }>(
    q,
    sql`select account, sum(lamports)::bigint as total from (
          select ledger_entries.account, ledger_entries.lamports
            from deposits
              join ledger_postings on ledger_postings.reference = ${postingReference.credit("")}::text || deposits.signature
              join ledger_entries on ledger_entries.posting_id = ledger_postings.id
           where deposits.finalized_at is null and deposits.outcome = 'credit'
             and ledger_entries.account = any(${sql.param(wallets.map((wallet) => userAccount(wallet)))}::text[])
          union all
          select ${userAccount("")}::text || bets.wallet, bets.stake
            from deposits join bets on bets.id = deposits.bet_id
           where deposits.finalized_at is null and deposits.outcome = 'bet'
             and bets.result = 'refunded' and bets.wallet = any(${sql.param([...wallets])}::text[])
        ) as not_final
        group by account`,
  );
  return new Map(rows.map(({ account, total }) => [playerOf(account) ?? "", total]));
}
