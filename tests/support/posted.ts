import { sql } from "drizzle-orm";
import { lamports } from "../../src/domain/lamports.ts";
import type { Posting } from "../../src/domain/ledger.ts";
import type { RaceType } from "../../src/domain/race-terms.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { raceHorses, races } from "../../src/server/foundation/db/schema/races.ts";

/** Stores a posting as if it had been made at that time. */
export async function postAt(
  db: Db,
  { reference, kind, ledger, raceId, entries }: Posting,
  at: Date,
): Promise<void> {
  await db.execute(sql`
    with posted as (
      insert into ledger_postings (reference, kind, ledger, race_id, created_at)
      values (${reference}, ${kind}, ${ledger}, ${raceId ?? null}, ${at.toISOString()}::timestamptz)
      returning id
    )
    insert into ledger_entries (posting_id, account, lamports)
    select posted.id, entry.account, entry.lamports from posted, unnest(
      ${sql.param(entries.map(({ account }) => account))}::text[],
      ${sql.param(entries.map(({ lamports: amount }) => amount.toString()))}::bigint[]
    ) as entry (account, lamports)`);
}

let inserted = 0;

/** Inserts the row of a race that is over, with confirmed bets that have no postings. */
export async function insertRace(
  db: Db,
  facts: Partial<typeof races.$inferInsert> & { readonly raceType: RaceType; readonly bets?: number },
): Promise<string> {
  inserted += 1;
  const { bets: count = 0, ...row } = facts;
  const id = `posted-${inserted}`;
  await db.insert(races).values({
    id,
    number: 10_000 + inserted,
    status: "completed",
    ledger: "real",
    settings: {},
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot: lamports(0n),
    outcomeEntropy: "beacon",
    seedChainId: 1,
    seedIndex: 10_000 + inserted,
    serverSeedHash: "",
    nonce: "n",
    createdAt: new Date(0),
    ...row,
  });
  await db.insert(raceHorses).values({ raceId: id, number: 1, horseId: 1, name: "Fox", color: "#112233" });
  for (let index = 0; index < count; index += 1) {
    await db.insert(bets).values({
      id: `${id}-bet-${index}`,
      raceId: id,
      wallet: `wallet-${index}`,
      horseNumber: 1,
      horseId: 1,
      stake: lamports(1n),
      ledger: "real",
      status: "confirmed",
      salt: "5a".repeat(32),
      preparedAt: new Date(0),
    });
  }
  return id;
}
