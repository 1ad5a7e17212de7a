/**
 * How many bets are confirmed per second, compared with what the disk can do: the raw rate of 8 KB appends with
 * fdatasync, measured in the same run. Prints the ratios, which should not change much with a faster or slower disk.
 *
 * A confirmation here is everything that the server does for it except HTTP and the chain's node: the bet is read, the
 * payment is checked, and bet, ledger and deposit are stored with one commit.
 *
 * Usage: npm run bench -- confirm-bets [seconds a measurement, default 4]
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { SYSTEM_PROGRAM_ADDRESS, getTransferSolInstructionDataEncoder } from "@solana-program/system";
import { lamports, signedLamports } from "../src/domain/lamports.ts";
import { betCommitment } from "../src/domain/bet-commitment.ts";
import { betMemo } from "../src/domain/memo.ts";
import { freezeRaceSettings, storeRaceSettings } from "../src/domain/race-settings.ts";
import { settingsFrom } from "../src/domain/settings.ts";
import { openLog } from "../src/server/adapters/log.ts";
import { nodeEntropy as entropy } from "../src/server/adapters/entropy.ts";
import { openDepositProcessor } from "../src/server/features/bets/deposit-processor.ts";
import { paymentQuestions } from "../src/server/features/bets/payment-questions.ts";
import { noNews } from "../src/server/foundation/chain/node-news.ts";
import { confirmBet, type ConfirmPorts } from "../src/server/features/bets/confirm-bet.ts";
import { houseAddresses } from "../src/server/features/bets/house-addresses.ts";
import type { Db, OpenDatabase } from "../src/server/foundation/db/database.ts";
import { openEmbedded } from "../src/server/foundation/db/open-embedded.ts";
import { openPostgres } from "../src/server/foundation/db/open-postgres.ts";
import { bets } from "../src/server/foundation/db/schema/bets.ts";
import { houseWallets } from "../src/server/foundation/db/schema/house-wallets.ts";
import { races, seedChains } from "../src/server/foundation/db/schema/races.ts";
import type { ChainTransaction } from "../src/server/foundation/ports.ts";
import { startPostgres } from "../tests/support/postgres.ts";

const seconds = Number(process.argv[2] ?? 4);
const stake = lamports(100_000_000n);
const base58 = getBase58Decoder();
const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
const nowhere = { toEveryone: () => undefined, toWallet: () => undefined };

/** Appends of 8 KB per second, each forced to disk. */
function fsyncRate(folder: string): number {
  const file = openSync(join(folder, "raw"), "a");
  const block = Buffer.alloc(8192, 1);
  const until = performance.now() + (seconds * 1000) / 2;
  let count = 0;
  for (; performance.now() < until; count += 1) {
    writeSync(file, block);
    fdatasyncSync(file);
  }
  closeSync(file);
  return count / (seconds / 2);
}

interface Bench {
  readonly ports: ConfirmPorts;
  /** Prepares bets whose payments are on the chain, outside the measured time. */
  readonly makeBets: (count: number) => Promise<readonly PaidBet[]>;
}

interface PaidBet {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  readonly signature: string;
  readonly salt: string;
  readonly deposit: string;
  readonly horseId: null;
}

async function openBench(db: Db): Promise<Bench> {
  const raceId = "r-bench";
  const deposit = base58.decode(randomBytes(32));
  const settings = freezeRaceSettings(settingsFrom([]), { raceType: "classic" });
  const at = new Date();
  await db
    .insert(houseWallets)
    .values({ address: deposit, kind: "deposit", sealedKey: "none", createdAt: at });
  await db.insert(seedChains).values({
    id: 1,
    network: "localnet",
    tip: "0".repeat(64),
    length: 1,
    sealedRoot: "none",
    createdAt: at,
  });
  await db.insert(races).values({
    id: raceId,
    number: 1,
    status: "pending",
    raceType: "classic",
    ledger: "real",
    settings: storeRaceSettings(settings),
    log: "0".repeat(16),
    commitIndex: 1,
    jackpot: lamports(0n),
    outcomeEntropy: "beacon",
    seedChainId: 1,
    seedIndex: 1,
    serverSeedHash: "0".repeat(64),
    nonce: "n",
    createdAt: at,
    bettingOpensAt: at,
  });

  const onChain = new Map<string, ChainTransaction>();
  const addresses = houseAddresses(db, "localnet");
  const basePorts = {
    db,
    clock,
    entropy,
    network: "localnet" as const,
    adminWallets: [],
    isLocal: true,
    houseSources: new Set<string>(),
  };
  // Log lines are formatted but go nowhere.
  const log = openLog("info", { write: () => undefined });
  const processorPorts = { ...basePorts, log, broadcast: nowhere, raceChanged: () => undefined };
  const depositProcessor = openDepositProcessor(processorPorts);
  const chain = { transaction: async (signature: string) => onChain.get(signature) ?? null };

  async function makeBets(count: number) {
    const made = Array.from({ length: count }, () => ({
      raceId,
      betId: `b-${randomBytes(12).toString("hex")}`,
      wallet: base58.decode(randomBytes(32)),
      signature: base58.decode(randomBytes(64)),
      salt: randomBytes(32).toString("hex"),
      deposit,
      horseId: null,
    }));
    for (let from = 0; from < made.length; from += 1000) {
      await db.insert(bets).values(made.slice(from, from + 1000).map(preparedBet));
    }
    for (const bet of made) {
      onChain.set(bet.signature, paymentOf(bet));
      // Preparing a bet does this too.
      depositProcessor.knownBets.remember({ ...preparedBet(bet), horseName: "Horse 1" });
    }
    return made;
  }
  const ways = { chain, news: noNews, questions: paymentQuestions() };
  return { ports: { ...ways, db, clock, houseAddresses: addresses, depositProcessor }, makeBets };
}

const preparedBet = (bet: PaidBet) => ({
  id: bet.betId,
  raceId: bet.raceId,
  wallet: bet.wallet,
  horseNumber: 1,
  horseId: 1,
  stake,
  ledger: "real" as const,
  source: "wallet" as const,
  salt: bet.salt,
  status: "prepared" as const,
  message: "x".repeat(400),
  memo: memoOf(bet),
  depositAddress: bet.deposit,
  lastValidBlockHeight: 1000n,
  preparedAt: new Date(),
});

const memoOf = ({ raceId, salt }: PaidBet) =>
  betMemo(betCommitment({ raceId, horseNumber: 1, stake, salt }), `${"A".repeat(43)}=`);

const paymentOf = (bet: PaidBet): ChainTransaction => ({
  signature: bet.signature,
  slot: 1n,
  blockTime: null,
  error: null,
  fee: lamports(5000n),
  accounts: [bet.wallet, bet.deposit, SYSTEM_PROGRAM_ADDRESS, LEGACY_MEMO_PROGRAM_ADDRESS_V3],
  balanceChanges: [signedLamports(0n - stake - 5000n), stake, lamports(0n), lamports(0n)],
  innerInstructions: [],
  instructions: [
    {
      programAddress: SYSTEM_PROGRAM_ADDRESS,
      accounts: [bet.wallet, bet.deposit],
      data: new Uint8Array(getTransferSolInstructionDataEncoder().encode({ amount: stake })),
    },
    {
      programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3,
      accounts: [],
      data: Buffer.from(memoOf(bet)),
    },
  ],
});

/** Confirmations per second with this many clients, each of which waits for its answer. */
async function confirmRate({ ports, makeBets }: Bench, clients: number, guess: number): Promise<number> {
  const queue = [...(await makeBets(Math.ceil(guess * seconds * 1.5)))];
  const run = async (until: number) => {
    let done = 0;
    const client = async () => {
      while (performance.now() < until) {
        const bet = queue.pop();
        if (!bet) return;
        const confirmed = await confirmBet(ports, bet);
        if (!confirmed.ok) throw new Error(confirmed.code);
        done += 1;
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: clients }, client));
    return done / ((performance.now() - began) / 1000);
  };
  await run(performance.now() + 300);
  return run(performance.now() + seconds * 1000);
}

/** One measurement, between two of the raw rate; compared with the mean of those two. */
async function compare(what: string, aim: number, folder: string, measure: () => Promise<number>) {
  const before = fsyncRate(folder);
  const rate = await measure();
  const raw = (before + fsyncRate(folder)) / 2;
  const columns = [
    what.padEnd(32),
    `${rate.toFixed(0).padStart(6)}/s`,
    `raw fsync ${raw.toFixed(0).padStart(6)}/s`,
  ];
  console.log(columns.join("   "), `  ratio ${(rate / raw).toFixed(2)} (aim ${aim})`);
}

const folder = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "furlong-bench-"));
try {
  await withDatabase(openEmbedded({ dataDir: join(folder, "embedded") }), async (bench) => {
    await compare("embedded, 1 client", 0.18, folder, () => confirmRate(bench, 1, 1500));
    await compare("embedded, 64 clients in batches", 0.9, folder, () => confirmRate(bench, 64, 6000));
  });
  const server = await startPostgres();
  const opening = openPostgres({ url: server.url, onError: (error) => console.error(error) });
  await withDatabase(opening, (bench) =>
    compare("Postgres, 64 clients", 0.9, folder, () => confirmRate(bench, 64, 10_000)),
  );
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function withDatabase(opening: Promise<OpenDatabase>, run: (bench: Bench) => Promise<void>) {
  const opened = await opening;
  try {
    await run(await openBench(opened.db));
  } finally {
    await opened.close();
  }
}
