import { sql } from "drizzle-orm";
import type { Account, Posting } from "../../domain/ledger.ts";
import { type Lamports, lamports, ZERO } from "../../domain/lamports.ts";
import { type Queryable, rowsOf, type Tx } from "../db/database.ts";

/** A reference was used for two different postings: a bug in the caller, nothing was written. */
export class PostingConflict extends Error {
  override readonly name = "PostingConflict";
}

/**
 * Writes a posting with its entries, once for each reference; one round trip. A second time it writes nothing,
 * and throws PostingConflict if it would have said something else.
 */
export async function post(tx: Tx, posting: Posting): Promise<"posted" | "already posted"> {
  const accounts = posting.entries.map(({ account }) => account);
  const amounts = posting.entries.map((entry) => entry.lamports.toString());
  const written = await rowsOf(
    tx,
    sql`with posting as (
          insert into ledger_postings (reference, kind, ledger, race_id, created_at)
          values (${posting.reference}, ${posting.kind}, ${posting.ledger}, ${posting.raceId ?? null}, clock_timestamp())
          on conflict (reference) do nothing
          returning id
        ), entries as (
          insert into ledger_entries (posting_id, account, lamports)
          select posting.id, entry.account, entry.lamports
            from posting, unnest(${sql.param(accounts)}::text[], ${sql.param(amounts)}::bigint[]) as entry (account, lamports)
        )
        select id from posting`,
  );
  if (written.length > 0) return "posted";
  await expectSame(tx, posting);
  return "already posted";
}

async function expectSame(tx: Tx, posting: Posting) {
  const stored = await rowsOf<{ kind: string; ledger: string; account: string; lamports: bigint }>(
    tx,
    sql`select kind, ledger, account, lamports
          from ledger_postings join ledger_entries on posting_id = ledger_postings.id
         where reference = ${posting.reference}`,
  );
  const asked = posting.entries.map((entry) => ({ ...entry, kind: posting.kind, ledger: posting.ledger }));
  if (fingerprint(stored) !== fingerprint(asked)) {
    throw new PostingConflict(`The reference ${posting.reference} already stands for another posting.`);
  }
}

const fingerprint = (lines: { kind: string; ledger: string; account: string; lamports: bigint }[]) =>
  lines
    .map((line) => `${line.ledger} ${line.kind} ${line.account} ${line.lamports}`)
    .sort()
    .join("\n");

/** The sum of an account's entries; zero for an account that never had any (rules MONEY-2 and INV-3). */
export async function balanceOf(q: Queryable, account: Account): Promise<Lamports> {
  return (await balancesOf(q, [account])).get(account) ?? ZERO;
}

/** Balances of several accounts, each present in the answer. */
export async function balancesOf<Name extends Account>(
  q: Queryable,
  accounts: readonly Name[],
): Promise<ReadonlyMap<Name, Lamports>> {
  const balances = new Map(accounts.map((account) => [account, ZERO]));
  const rows = await rowsOf<{ account: Name; balance: bigint }>(
    q,
    sql`select account, balance from ledger_accounts where account = any(${sql.param([...accounts])}::text[])`,
  );
  for (const { account, balance } of rows) balances.set(account, lamports(balance));
  return balances;
}

/**
 * The balance of an account that nobody else can debit until this transaction ends. Lock before a debit of
 * anything that must not go below zero; several accounts in the order of their names.
 */
export async function lockBalance(tx: Tx, account: Account): Promise<Lamports> {
  // An insert that meets the row waits for its lock and sees what that brought.
  const [row] = await rowsOf<{ balance: bigint }>(
    tx,
    sql`insert into ledger_accounts (account) values (${account})
        on conflict (account) do update set account = excluded.account
        returning balance`,
  );
  return lamports(row?.balance ?? 0n);
}

/** Accounts whose balance is not the sum of their entries. Reads the whole ledger (rule INV-3). */
export async function wrongBalances(q: Queryable): Promise<readonly string[]> {
  const rows = await rowsOf<{ account: string }>(
    q,
    sql`select account
          from (select account, sum(lamports) as total from ledger_entries group by account) as summed
          full join ledger_accounts using (account)
         where coalesce(total, 0) <> coalesce(balance, 0)
         order by account`,
  );
  return rows.map(({ account }) => account);
}
