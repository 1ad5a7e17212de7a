/**
 * How long it takes to settle a race whose players all won, compared with a plain bulk insert of the rows that it
 * writes: the same postings, entries, payments and notifications in four statements, under the same triggers and
 * checks, in the same database, one after the other. Prints the ratio, and the longest time for which a timer of 5 ms
 * did not fire during the settlement: the embedded database runs on the event loop. On a busy machine look at the CPU
 * time of that gap.
 *
 * Usage: npm run bench -- settle-race [players, default 10000] [rounds, default 3]
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBase58Decoder } from "@solana/kit";
import { sql } from "drizzle-orm";
import { houseFunded } from "../src/domain/chain-postings.ts";
import { lamports } from "../src/domain/lamports.ts";
import { betConfirmed, jackpotFunded } from "../src/domain/postings.ts";
import { freezeRaceSettings, storeRaceSettings } from "../src/domain/race-settings.ts";
import { settingsFrom } from "../src/domain/settings.ts";
import { nodeEntropy as entropy } from "../src/server/adapters/entropy.ts";
import { systemClock as clock } from "../src/server/adapters/clock.ts";
import { post, postAll } from "../src/server/foundation/books/ledger.ts";
import { type Db, type OpenDatabase, rowsOf } from "../src/server/foundation/db/database.ts";
import { acquireLease } from "../src/server/foundation/db/lease.ts";
import { openEmbedded } from "../src/server/foundation/db/open-embedded.ts";
import { openPostgres } from "../src/server/foundation/db/open-postgres.ts";
import { bets } from "../src/server/foundation/db/schema/bets.ts";
import { users } from "../src/server/foundation/db/schema/players.ts";
import { races, seedChains } from "../src/server/foundation/db/schema/races.ts";
import { finishRaces } from "../src/server/features/races/engine/finish-races.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { timeWork } from "./settle-race/time-work.ts";

const players = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const aim = 3;
const base58 = getBase58Decoder();
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const jackpot = lamports(1_000_000_000n);
const wallets = Array.from({ length: players }, () => base58.decode(randomBytes(32)));

async function prepare(db: Db) {
  const createdAt = new Date();
  await db
    .insert(seedChains)
    .values({ id: 1, network: "localnet", tip: "0".repeat(64), length: 1, sealedRoot: "none", createdAt });
  for (let from = 0; from < wallets.length; from += 2_000) {
    const some = wallets.slice(from, from + 2_000);
    await db.insert(users).values(some.map((wallet) => ({ wallet, username: wallet, createdAt })));
  }
  await db.transaction((tx) =>
    post(
      tx,
      houseFunded({
        signature: "bench",
        received: [{ kind: "deposit", address: "bench", lamports: lamports(1_000_000_000_000n) }],
      }),
    ),
  );
}

/** A race that has been run, with all bets on the winner and final. */
async function runRace(db: Db, number: number): Promise<string> {
  const raceId = `race-${number}`;
  const at = new Date();
  const settings = { ...freezeRaceSettings(settingsFrom([]), { raceType: "classic" }), jackpot };
  await db.insert(races).values({
    id: raceId,
    number,
    status: "completed",
    raceType: "classic",
    ledger: "real",
    settings: storeRaceSettings(settings),
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot,
    outcomeEntropy: "beacon",
    seedChainId: 1,
    seedIndex: number,
    serverSeedHash: "0".repeat(64),
    serverSeed: "0".repeat(64),
    winningNumber: 1,
    places: [1, 2, 3, 4, 5, 6],
    nonce: "n",
    createdAt: at,
    bettingOpensAt: at,
    countdownStartedAt: at,
    closesAt: at,
    lockedAt: at,
    beaconSlot: 1n,
    beaconBlockSlot: 1n,
    beaconBlockhash: "none",
    startsAt: at,
    motionSeed: "0".repeat(32),
    revealedAt: at,
    completedAt: at,
  });
  const placed = wallets.map((wallet, index) => ({
    id: `b-${number}-${index}`,
    raceId,
    wallet,
    horseNumber: 1,
    horseId: 1,
    stake: lamports(100_000_000n + BigInt(index)),
    ledger: "real" as const,
    status: "confirmed" as const,
    salt: "5a".repeat(32),
    message: "x".repeat(400),
    signature: `s-${number}-${index}`,
    preparedAt: at,
    confirmedAt: new Date(at.getTime() + index),
  }));
  for (let from = 0; from < placed.length; from += 2_000) {
    await db.insert(bets).values(placed.slice(from, from + 2_000));
  }
  await db.transaction(async (tx) => {
    await post(tx, jackpotFunded({ raceId, jackpot }));
    await postAll(
      tx,
      placed.map((bet) => betConfirmed({ ...bet, betId: bet.id, depositAddress: "bench" })),
    );
  });
  return raceId;
}

/** The rows that the settlement of one race wrote, renamed for another. */
async function readRows(db: Db, from: string, to: string) {
  const renamed = `replace(replace(%s, '${from}', '${to}'), '${from.replace("race", "b")}-', '${to.replace("race", "b")}-')`;
  const name = (column: string) => sql.raw(renamed.replace("%s", column));
  type Row = Record<string, unknown>;
  const written = sql`posting.kind in ('race settled', 'payment created') and (posting.race_id = ${from} or posting.reference like ${`payment:payout-${from.replace("race", "b")}-%`})`;
  return {
    postings: await rowsOf<Row>(
      db,
      sql`select ${name("reference")} as reference, kind, ledger, ${name("race_id")} as race_id
            from ledger_postings as posting where ${written} order by id`,
    ),
    entries: await rowsOf<Row>(
      db,
      sql`select ${name("reference")} as reference, ${name("account")} as account, lamports::text as lamports
            from ledger_postings as posting join ledger_entries on posting_id = posting.id
           where ${written} order by ledger_entries.id`,
    ),
    payments: await rowsOf<Row>(
      db,
      sql`select ${name("id")} as id, kind, status, source, destination, lamports::text as lamports,
                 ${name("memo")} as memo, wallet, ${name("race_id")} as race_id, ${name("bet_id")} as bet_id, created_at
            from payments where race_id = ${from} and kind = 'payout'`,
    ),
    notifications: await rowsOf<Row>(
      db,
      sql`select ${to} || '-' || id as id, wallet, kind, params, created_at from notifications
           where params ->> 'raceId' = ${from}`,
    ),
  };
}

/** The bare minimum: one statement per table. */
const insertPlainly = (db: Db, rows: Awaited<ReturnType<typeof readRows>>) =>
  db.transaction(async (tx) => {
    const json = (list: readonly unknown[]) => sql`${JSON.stringify(list)}::jsonb`;
    await tx.execute(
      sql`insert into ledger_postings (reference, kind, ledger, race_id, created_at)
          select reference, kind, ledger, race_id, now()
            from jsonb_populate_recordset(null::ledger_postings, ${json(rows.postings)})`,
    );
    await tx.execute(
      sql`insert into ledger_entries (posting_id, account, lamports)
          select posting.id, entry.account, entry.lamports
            from jsonb_to_recordset(${json(rows.entries)}) as entry (reference text, account text, lamports bigint)
            join ledger_postings as posting using (reference)`,
    );
    await tx.execute(
      sql`insert into payments (id, kind, status, source, destination, lamports, memo, wallet, race_id, bet_id, created_at)
          select id, kind, status, source, destination, lamports, memo, wallet, race_id, bet_id, created_at
            from jsonb_populate_recordset(null::payments, ${json(rows.payments)})`,
    );
    await tx.execute(
      sql`insert into notifications
          select * from jsonb_populate_recordset(null::notifications, ${json(rows.notifications)})`,
    );
  });

async function compare(what: string, opening: Promise<OpenDatabase>) {
  const { db, tidy, close } = await opening;
  try {
    await prepare(db);
    const token = (await acquireLease(db, { name: "engine", holder: "bench", ttlMs: 3_600_000 })) ?? 0n;
    const lease = { name: "engine", token };
    const seeds = { check: silent, seedOf: silent, take: silent } as never;
    for (let round = 1; round <= rounds; round += 1) {
      const settled = await runRace(db, 2 * round);
      const other = 2 * round + 1;
      await tidy();
      const settling = await timeWork(() => finishRaces({ db, clock, entropy, seeds, lease, log }));
      const raceId = await runRace(db, other);
      const rows = await readRows(db, settled, raceId);
      await tidy();
      const plain = await timeWork(() => insertPlainly(db, rows));
      await db.execute(sql`update races set settled_at = now() where id = ${raceId}`);
      const count = Object.entries(rows).map(([table, list]) => `${list.length} ${table}`);
      if (round === 1) console.log(`${what}: ${count.join(", ")}`);
      const columns = [
        `  settled in ${settling.ms.toFixed(0).padStart(6)} ms`,
        `bulk insert ${plain.ms.toFixed(0).padStart(6)} ms`,
        `ratio ${(settling.ms / plain.ms).toFixed(2)} (aim ${aim}), of this process's CPU ${(settling.cpu / plain.cpu).toFixed(2)}`,
        `longest gap ${settling.longest.ms.toFixed(0)} ms, ${settling.longest.cpu.toFixed(0)} ms of CPU (aim 100)`,
      ];
      console.log(columns.join("   "));
    }
  } finally {
    await close();
  }
}

const folder = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "furlong-bench-"));
try {
  await compare("embedded", openEmbedded({ dataDir: join(folder, "embedded") }));
  const server = await startPostgres();
  await compare("Postgres", openPostgres({ url: server.url, onError: (error) => console.error(error) }));
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
