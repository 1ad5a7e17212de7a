import { sql } from "drizzle-orm";
import type { Posting } from "../../src/domain/ledger.ts";
import { type Queryable, rowsOf, type Tx } from "../../src/server/foundation/db/database.ts";
import { insertAtOnce, type Row, timeOf } from "./insert-rows.ts";

/**
 * The ledger while history is written: collects postings with the time at which they were made, and knows the balances
 * of players and referrers without reading them back.
 */
export interface Books {
  /** Lamports in an account of a player or referrer. */
  readonly balanceOf: (account: string) => bigint;
  readonly post: (posting: Posting, atMs: number) => void;
  /** Writes the postings made since the last call, in order. */
  readonly write: (tx: Tx) => Promise<void>;
}

/** Postings per statement. The entries of a posting stay together, and in order, so that no account falls below zero. */
const POSTINGS = 2_000;

export async function openBooks(q: Queryable): Promise<Books> {
  const balances = new Map<string, bigint>();
  const stored = await rowsOf<{ account: string; balance: bigint }>(
    q,
    sql`select account, sum(lamports)::bigint as balance from ledger_entries
         where account ~ '^(user|referral):' group by account`,
  );
  for (const { account, balance } of stored) balances.set(account, BigInt(balance));
  const [last] = await rowsOf<{ id: bigint }>(
    q,
    sql`select coalesce(max(id), 0)::bigint as id from ledger_postings`,
  );
  let lastId = BigInt(last?.id ?? 0n);
  let postings: { readonly row: Row; readonly entries: readonly Row[] }[] = [];
  return {
    balanceOf: (account) => balances.get(account) ?? 0n,
    post({ reference, kind, ledger, raceId, entries }, atMs) {
      lastId += 1n;
      const id = String(lastId);
      postings.push({
        row: { id, reference, kind, ledger, race_id: raceId ?? null, created_at: timeOf(atMs) },
        entries: entries.map(({ account, lamports }) => ({
          posting_id: id,
          account,
          lamports: String(lamports),
        })),
      });
      for (const { account, lamports } of entries) {
        if (/^(user|referral):/.test(account))
          balances.set(account, (balances.get(account) ?? 0n) + lamports);
      }
    },
    async write(tx) {
      for (let from = 0; from < postings.length; from += POSTINGS) {
        const some = postings.slice(from, from + POSTINGS);
        await insertAtOnce(
          tx,
          "ledger_postings",
          some.map(({ row }) => row),
        );
        await tx.execute(
          sql`select setval('ledger_postings_id_seq', ${String(some.at(-1)?.row["id"])}::bigint)`,
        );
        await insertAtOnce(
          tx,
          "ledger_entries",
          some.flatMap(({ entries }) => entries),
        );
      }
      postings = [];
    },
  };
}
