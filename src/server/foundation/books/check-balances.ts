import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Queryable, rowsOf } from "../db/database.ts";

/** The embedded database, which runs on the event loop, reads and sums each slice within some tens of milliseconds. */
const SLICES = { names: 5_000, accounts: 500, entries: 10_000 };
type Slices = typeof SLICES;

/**
 * Accounts whose balance is not the sum of their entries. Reads the whole ledger, in slices that let the rest of the
 * process run in between (rule INV-3).
 */
export async function wrongBalances(q: Queryable, slices: Slices = SLICES): Promise<readonly string[]> {
  const house = await houseAccounts(q, slices);
  const wrong = [...(await wrongOfHouse(q, house, slices))];
  for (const [index, after] of ["", ...house].entries())
    wrong.push(...(await wrongBetween(q, { after, before: house[index] ?? null }, slices)));
  return wrong.toSorted();
}

/** The accounts on which nearly every posting has an entry, in the database's own order. */
async function houseAccounts(q: Queryable, { names }: Slices): Promise<readonly string[]> {
  const accounts: string[] = [];
  for (let after: string | null = ""; after !== null;) {
    await setImmediate();
    const [slice]: { last: string | null; house: string[] | null }[] = await rowsOf(
      q,
      sql`select case when count(*) = ${names} then max(account) end as last,
                 array_agg(account order by account)
                   filter (where account ~ '^(chain:|equity$|bonus$|outgoing$|play:mint$)') as house
            from (select account from ledger_accounts where account > ${after} order by account limit ${names}) as slice`,
    );
    accounts.push(...(slice?.house ?? []));
    after = slice?.last ?? null;
  }
  return accounts;
}

/**
 * Checks the accounts after one and before another, or to the end, in the database's own order: each slice in one
 * statement.
 */
async function wrongBetween(
  q: Queryable,
  { after: first, before }: { readonly after: string; readonly before: string | null },
  { accounts }: Slices,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const isBefore = before === null ? sql`true` : sql`account < ${before}`;
  for (let after: string | null = first; after !== null;) {
    await setImmediate();
    const [slice]: { last: string | null; wrong: string[] | null }[] = await rowsOf(
      q,
      sql`with kept as materialized (
            select account, balance, credits, debits from ledger_accounts
             where account > ${after} and ${isBefore} order by account limit ${accounts}
          ), slice as (
            select case when count(*) = ${accounts} then max(account) end as last from kept
          ), summed as (
            select account, sum(lamports) as total from ledger_entries
             where account > ${after} and ${isBefore}
               and account <= coalesce((select last from slice), (select max(account) from ledger_entries))
             group by account
          )
          select (select last from slice) as last, array_agg(account) as wrong
            from summed full join kept using (account)
           where coalesce(total, 0) <> coalesce(balance, 0) or balance <> credits - debits`,
    );
    wrong.push(...(slice?.wrong ?? []));
    after = slice?.last ?? null;
  }
  return wrong;
}

/**
 * Checks the house's accounts: the entries up to a fixed id are summed slice by slice, and those after it in one
 * statement with the balances. An entry that is committed late, behind its slice, makes its account suspect; a suspect
 * account is then summed at once.
 */
async function wrongOfHouse(
  q: Queryable,
  house: readonly string[],
  { entries }: Slices,
): Promise<readonly string[]> {
  const names = sql`${sql.param([...house])}::text[]`;
  const [newest] = await rowsOf<{ id: bigint | null }>(q, sql`select max(id) as id from ledger_entries`);
  const last = newest?.id ?? 0n;
  const totals = new Map<string, bigint>();
  for (let from = 0n; from < last; from += BigInt(entries)) {
    await setImmediate();
    const to = from + BigInt(entries) < last ? from + BigInt(entries) : last;
    // The account is concatenated with an empty string so that the slice is found by its ids and not by the accounts,
    // each of which has entries everywhere.
    const sums = await rowsOf<{ account: string; total: bigint }>(
      q,
      sql`select account, sum(lamports)::bigint as total from ledger_entries
           where id > ${from} and id <= ${to} and account || '' = any(${names}) group by account`,
    );
    for (const { account, total } of sums) totals.set(account, (totals.get(account) ?? 0n) + total);
  }
  const accounts = await rowsOf<{ account: string; before: bigint; is_whole: boolean }>(
    q,
    sql`with later as materialized (
          select account, sum(lamports) as total from ledger_entries where id > ${last} group by account
        )
        select account, (balance - coalesce(later.total, 0))::bigint as before, balance = credits - debits as is_whole
          from ledger_accounts left join later using (account) where account = any(${names})`,
  );
  const suspects = accounts.filter(
    ({ account, before, is_whole }) => !is_whole || before !== (totals.get(account) ?? 0n),
  );
  return sumAtOnce(
    q,
    suspects.map(({ account }) => account),
  );
}

async function sumAtOnce(q: Queryable, accounts: readonly string[]): Promise<readonly string[]> {
  if (accounts.length === 0) return [];
  const rows = await rowsOf<{ account: string }>(
    q,
    sql`select account from ledger_accounts as kept
         where account = any(${sql.param([...accounts])}::text[])
           and (balance <> credits - debits or balance <> coalesce(
             (select sum(lamports) from ledger_entries as entry where entry.account = kept.account), 0))`,
  );
  return rows.map(({ account }) => account);
}
