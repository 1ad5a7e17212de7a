/**
 * How long locking a race with many bets takes at its close (rule FAIR-16), compared with a plain read of the same
 * bets; and the longest time for which a timer of 5 ms did not fire meanwhile, since the embedded database and the
 * hashing run on the event loop. Then the same for all proofs of such a race and for its verification. On a busy
 * machine look at the CPU time.
 *
 * Usage: tsx bench/lock-race.ts [bets, default 10000] [rounds, default 3]
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getBase58Decoder } from "@solana/kit";
import { and, eq } from "drizzle-orm";
import { lamports } from "../src/domain/lamports.ts";
import { freezeRaceSettings, settingsHash, storeRaceSettings } from "../src/domain/race-settings.ts";
import { settingsFrom } from "../src/domain/settings.ts";
import type { Db, OpenDatabase } from "../src/server/db/database.ts";
import { openEmbedded } from "../src/server/db/open-embedded.ts";
import { openPostgres } from "../src/server/db/open-postgres.ts";
import { bets } from "../src/server/db/schema/bets.ts";
import { races, seedChains } from "../src/server/db/schema/races.ts";
import { inTransaction } from "../src/server/db/transaction.ts";
import { lockBets } from "../src/server/races/engine/lock-bets.ts";
import { isLiveBet, lockRace } from "../src/server/races/race-rows.ts";
import { betProofs, findLock, readLockedBets } from "../src/server/races/read/locked-bets.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { timeInWords, timeWork } from "./time-work.ts";

const count = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const base58 = getBase58Decoder();
const wallets = Array.from({ length: count }, () => base58.decode(randomBytes(32)));

/** A race in its countdown, with all its bets. */
async function openRace(db: Db, number: number): Promise<string> {
  const raceId = `race-${number}`;
  const at = new Date();
  const settings = freezeRaceSettings(settingsFrom([]), { raceType: "classic" });
  await db.insert(races).values({
    id: raceId,
    number,
    status: "countdown",
    raceType: "classic",
    ledger: "real",
    settings: storeRaceSettings(settings),
    settingsHash: settingsHash(settings),
    jackpot: settings.jackpot,
    outcomeEntropy: "beacon",
    seedChainId: 1,
    seedIndex: number,
    serverSeedHash: "0".repeat(64),
    nonce: "n",
    createdAt: at,
    bettingOpensAt: at,
    countdownStartedAt: at,
    closesAt: at,
  });
  const placed = wallets.map((wallet, place) => ({
    id: `b-${number}-${randomBytes(10).toString("hex")}`,
    raceId,
    wallet,
    horseNumber: (place % 6) + 1,
    horseId: 1,
    stake: lamports(100_000_000n + BigInt(place)),
    ledger: "real" as const,
    status: "confirmed" as const,
    salt: randomBytes(32).toString("hex"),
    message: "x".repeat(400),
    signature: `s-${number}-${place}`,
    preparedAt: at,
    confirmedAt: new Date(at.getTime() + place),
    finalizedAt: at,
  }));
  for (let from = 0; from < placed.length; from += 2_000) {
    await db.insert(bets).values(placed.slice(from, from + 2_000));
  }
  return raceId;
}

const timed = async (work: () => Promise<unknown>): Promise<string> => timeInWords(await timeWork(work));

const readPlainly = (db: Db, raceId: string) =>
  db
    .select()
    .from(bets)
    .where(and(eq(bets.raceId, raceId), isLiveBet));

async function measure(what: string, opening: Promise<OpenDatabase>) {
  const { db, tidy, close } = await opening;
  try {
    const createdAt = new Date();
    await db
      .insert(seedChains)
      .values({ id: 1, network: "localnet", tip: "0".repeat(64), length: 1, sealedRoot: "none", createdAt });
    console.log(`${what}: ${count} bets, aim: no gap above 100 ms`);
    for (let round = 1; round <= rounds; round += 1) {
      const raceId = await openRace(db, round);
      await tidy();
      const plain = await timed(() => readPlainly(db, raceId));
      const locked = await timed(() =>
        inTransaction(db, async (tx) => lockBets(tx, await lockRace(tx, raceId), new Date())),
      );
      const proofOf = betProofs(db);
      const first = await timed(() => proofOf(raceId, wallets[0] ?? ""));
      const next = await timed(() => proofOf(raceId, wallets[1] ?? ""));
      const lock = await findLock(db, raceId);
      const verified = await timed(async () => lock && readLockedBets(db, lock));
      console.log(`  plain read ${plain}   lock ${locked}`);
      console.log(`  first proof ${first}   next proof ${next}   all leaves with paths ${verified}`);
      await db
        .update(races)
        .set({ status: "refunded", refundedAt: createdAt, refundReason: "bench" })
        .where(eq(races.id, raceId));
    }
  } finally {
    await close();
  }
}

const folder = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "furlong-bench-"));
try {
  await measure("embedded", openEmbedded({ dataDir: join(folder, "embedded") }));
  const server = await startPostgres();
  await measure("Postgres", openPostgres({ url: server.url, onError: (error) => console.error(error) }));
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
