import { sql } from "drizzle-orm";
import {
  type Account,
  type Balance,
  balance,
  type Posting,
  type PostingKind,
} from "../../../domain/ledger.ts";
import { type Queryable, rowsOf, type Tx } from "../db/database.ts";
import { inChunks } from "../db/in-chunks.ts";

/** A reference was used for two different postings: a bug in the caller; nothing was written. */
export class PostingConflict extends Error {
  override readonly name = "PostingConflict";
}

/**
 * Writes a posting with its entries, once per reference; one round trip. The second time it writes nothing, and throws
 * PostingConflict if the posting differs.
 */
export async function post(tx: Tx, posting: Posting): Promise<"posted" | "already posted"> {
  return (await postAll(tx, [posting])).has(posting.reference) ? "posted" : "already posted";
}

/**
 * Writes postings as `post` does, some hundreds in one statement, so that an account that they share is updated once
 * per statement. Answers the references that were newly written.
 */
export async function postAll(tx: Tx, postings: readonly Posting[]): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  await inChunks(
    postings,
    async (chunk) => {
      for (const reference of await insertPostings(tx, chunk)) written.add(reference);
    },
    ({ entries }) => entries.length,
  );
  const repeated = postings.filter(({ reference }) => !written.has(reference));
  if (repeated.length > 0) await expectSame(tx, repeated);
  return written;
}

async function insertPostings(tx: Tx, postings: readonly Posting[]): Promise<readonly string[]> {
  const facts = <T>(read: (posting: Posting) => T) => sql.param(postings.map(read));
  const lines = postings.flatMap(({ reference, entries }) =>
    entries.map(({ account, lamports }) => ({ reference, account, lamports: lamports.toString() })),
  );
  const rows = await rowsOf<{ reference: string }>(
    tx,
    sql`with posted as (
          insert into ledger_postings (reference, kind, ledger, race_id, created_at)
          select reference, kind, ledger, race_id, clock_timestamp()
            from unnest(
              ${facts(({ reference }) => reference)}::text[],
              ${facts(({ kind }) => kind)}::text[],
              ${facts(({ ledger }) => ledger)}::text[],
              ${facts(({ raceId }) => raceId ?? null)}::text[]
            ) with ordinality as fact (reference, kind, ledger, race_id, place)
           order by place
          on conflict (reference) do nothing
          returning id, reference
        ), entered as (
          insert into ledger_entries (posting_id, account, lamports)
          select posted.id, entry.account, entry.lamports
            from unnest(
              ${sql.param(lines.map(({ reference }) => reference))}::text[],
              ${sql.param(lines.map(({ account }) => account))}::text[],
              ${sql.param(lines.map(({ lamports }) => lamports))}::bigint[]
            ) as entry (reference, account, lamports) join posted using (reference)
        )
        select reference from posted`,
  );
  return rows.map(({ reference }) => reference);
}

/** Throws PostingConflict unless each of these postings is stored exactly as requested. */
async function expectSame(tx: Tx, postings: readonly Posting[]) {
  const references = postings.map(({ reference }) => reference);
  const stored = await rowsOf<StoredLine>(
    tx,
    sql`select reference, kind, ledger, account, lamports
          from ledger_postings join ledger_entries on posting_id = ledger_postings.id
         where reference = any(${sql.param(references)}::text[])`,
  );
  for (const { reference, kind, ledger, entries } of postings) {
    const lines = entries.map((entry) => ({ ...entry, reference, kind, ledger }));
    if (fingerprint(stored.filter((line) => line.reference === reference)) !== fingerprint(lines)) {
      throw new PostingConflict(`The reference ${reference} already stands for another posting.`);
    }
  }
}

interface StoredLine extends Record<string, unknown> {
  readonly reference: string;
  readonly kind: PostingKind;
  readonly ledger: string;
  readonly account: string;
  readonly lamports: bigint;
}

const fingerprint = (lines: readonly StoredLine[]) =>
  lines
    .map((line) => `${line.ledger} ${line.kind} ${line.account} ${line.lamports}`)
    .sort()
    .join("\n");

/** The sum of an account's entries; zero for an account that never had any (rules MONEY-2 and INV-3). */
export async function balanceOf<Name extends Account>(q: Queryable, account: Name): Promise<Balance<Name>> {
  return (await balancesOf(q, [account])).get(account) ?? balance(account, 0n);
}

/** Balances of several accounts, each present in the answer. */
export async function balancesOf<Name extends Account>(
  q: Queryable,
  accounts: readonly Name[],
): Promise<ReadonlyMap<Name, Balance<Name>>> {
  const balances = new Map(accounts.map((account) => [account, balance(account, 0n)]));
  const rows = await rowsOf<{ account: Name; balance: bigint }>(
    q,
    sql`select account, balance from ledger_accounts where account = any(${sql.param([...accounts])}::text[])`,
  );
  for (const row of rows) balances.set(row.account, balance(row.account, row.balance));
  return balances;
}

/**
 * Locks and returns the balance of an account: nobody else can debit it until this transaction ends. Lock before
 * debiting anything that must not go below zero; lock several accounts in the order of their names.
 */
export async function lockBalance<Name extends Account>(tx: Tx, account: Name): Promise<Balance<Name>> {
  // An insert that hits the row waits for its lock and sees the resulting balance.
  const [row] = await rowsOf<{ balance: bigint }>(
    tx,
    sql`insert into ledger_accounts (account) values (${account})
        on conflict (account) do update set account = excluded.account
        returning balance`,
  );
  return balance(account, row?.balance ?? 0n);
}

/**
 * Locks and returns balances that nobody else can debit until this transaction ends, each present in the answer. They
 * are locked in the order of their names, some hundreds in one statement; an account that never held anything has
 * nothing to debit.
 */
export async function lockBalances<Name extends Account>(
  tx: Tx,
  accounts: readonly Name[],
): Promise<ReadonlyMap<Name, Balance<Name>>> {
  const balances = new Map(accounts.map((account) => [account, balance(account, 0n)]));
  await inChunks([...balances.keys()].toSorted(), async (chunk) => {
    const rows = await rowsOf<{ account: Name; balance: bigint }>(
      tx,
      sql`select account, balance from ledger_accounts
           where account = any(${sql.param([...chunk])}::text[]) order by account for update`,
    );
    for (const row of rows) balances.set(row.account, balance(row.account, row.balance));
  });
  return balances;
}
