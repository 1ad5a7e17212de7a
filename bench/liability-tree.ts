/**
 * How long building a tree of what the house owes takes with many accounts (rule OWED-3), compared with a plain read of
 * the same accounts; and the longest time for which a timer of 5 ms did not fire meanwhile, since the embedded database
 * and the hashing run on the event loop. Then one player's proof. On a busy machine look at the CPU time.
 *
 * Usage: tsx bench/liability-tree.ts [accounts, default 100000] [rounds, default 3]
 */
import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { sql } from "drizzle-orm";
import { lamports } from "../src/domain/lamports.ts";
import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../src/server/adapters/entropy.ts";
import type { Db, OpenDatabase } from "../src/server/db/database.ts";
import { acquireLease } from "../src/server/db/lease.ts";
import { migrate } from "../src/server/db/migrate.ts";
import { openInMemory } from "../src/server/db/open-embedded.ts";
import { openPostgres } from "../src/server/db/open-postgres.ts";
import { makeTree } from "../src/server/liabilities/make-tree.ts";
import { proveOwn } from "../src/server/liabilities/read-trees.ts";
import { databaseImage } from "../tests/support/database-image.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { timeInWords, timeWork } from "./time-work.ts";

const count = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 3);
const base58 = getBase58Decoder();
const wallets = Array.from({ length: count }, () => base58.decode(randomBytes(32)));

/** Inserts only balances: the postings behind them make no difference to the tree. */
async function fill(db: Db) {
  await db.execute(sql`alter table ledger_accounts disable trigger user`);
  for (let from = 0; from < count; from += 5_000) {
    await db.execute(sql`
      insert into ledger_accounts (account, balance, credits)
      select 'user:' || wallet, 100000000 + place, 100000000 + place
        from unnest(${sql.param(wallets.slice(from, from + 5_000))}::text[]) with ordinality as of (wallet, place)`);
  }
  await db.execute(sql`alter table ledger_accounts enable trigger user`);
}

const timed = async (work: () => Promise<unknown>): Promise<string> => timeInWords(await timeWork(work));

async function measure(what: string, opening: Promise<OpenDatabase>) {
  const { db, close } = await opening;
  try {
    await migrate(db);
    await fill(db);
    const token = await acquireLease(db, { name: "engine", holder: "bench", ttlMs: 3_600_000 });
    if (token === null) throw new Error("no lease");
    const ports = {
      db,
      clock,
      entropy,
      vault: { sign: () => Promise.resolve({ ok: false, code: "HOUSE_LOCKED" } as const) },
      readHoldings: () =>
        Promise.resolve({
          slot: 1n,
          holdings: [{ kind: "hot" as const, address: "hot", lamports: lamports(1n) }],
        }),
    };
    console.log(`${what}: ${count} accounts, aim: no gap above 50 ms`);
    for (let round = 1; round <= rounds; round += 1) {
      const plain = await timed(() =>
        db.execute(sql`select account, balance from ledger_accounts where balance <> 0 order by account`),
      );
      const tree = await timed(() => makeTree(ports, { name: "engine", token }));
      const proof = await timed(() => proveOwn(db, wallets[round] ?? ""));
      console.log(`  plain read ${plain}\n  tree       ${tree}\n  proof      ${proof}`);
    }
  } finally {
    await close();
  }
}

await measure("embedded", openInMemory(await databaseImage()));
const server = await startPostgres();
await measure("Postgres", openPostgres({ url: server.url, onError: (error) => console.error(error) }));
await server.stop();
