import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { KeyPairSigner } from "@solana/kit";
import { DAY_MS } from "../../src/domain/day-length.ts";
import type { Account, HouseWalletKind, LedgerName } from "../../src/domain/ledger.ts";
import { type Lamports, LAMPORTS_PER_SOL, lamports } from "../../src/domain/lamports.ts";
import { anchorTestLog, openTestLog } from "./open-test-log.ts";
import { freezeRaceSettings, storeRaceSettings } from "../../src/domain/race-settings.ts";
import { settingsFrom } from "../../src/domain/settings.ts";
import { nodeEntropy } from "../../src/server/adapters/entropy.ts";
import {
  type DepositProcessor,
  openDepositProcessor,
} from "../../src/server/features/bets/deposit-processor.ts";
import { type HouseAddresses, houseAddresses } from "../../src/server/features/bets/house-addresses.ts";
import { type PaymentQuestions, paymentQuestions } from "../../src/server/features/bets/payment-questions.ts";
import { heldByWallets } from "../../src/server/features/bets/send-payment.ts";
import type { DepositRound } from "../../src/server/features/bets/watch-deposits.ts";
import { type BidFor, feeBidder } from "../../src/server/foundation/chain/fee-bidder.ts";
import { readFeePolicy } from "../../src/server/foundation/settings/stored-settings.ts";
import { type NodeNews, noNews } from "../../src/server/foundation/chain/node-news.ts";
import type { ChangeNews } from "../../src/server/foundation/db/change-news.ts";
import { type Db, rowsOf } from "../../src/server/foundation/db/database.ts";
import { restrictions, users } from "../../src/server/foundation/db/schema/players.ts";
import { horses, raceHorses, races, seedChains } from "../../src/server/foundation/db/schema/races.ts";
import { appendCommit } from "../../src/server/features/races/engine/commit-race.ts";
import { initialiseHouse } from "../../src/server/features/house-wallets/initialise.ts";
import {
  openVault,
  SYSTEM,
  type Vault,
  wrongPasswordLimit,
} from "../../src/server/features/house-wallets/vault.ts";
import type { Logger } from "../../src/server/foundation/log.ts";
import { readSolvency } from "../../src/server/features/solvency/read-solvency.ts";
import type { Broadcast, Chain, Entropy } from "../../src/server/foundation/ports.ts";
import { mustBeSound } from "./books.ts";
import { openTestChain, type TestChain } from "./chain.ts";
import type { ManualClock } from "./clock.ts";
import { openTestDatabase } from "./database.ts";
import { depositWatcher } from "./deposit-watcher.ts";

export const masterPassword = "Correct horse battery 1!";
export const cheapCost = { memoryKiB: 1024, timeCost: 1, parallelism: 1 };
export const sol = (amount: number) => lamports(BigInt(Math.round(amount * 1e9)));

const quiet = () => undefined;
const silentLog: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** A broadcast that was sent. */
interface SentEvent {
  readonly wallet: string | null;
  readonly name: string;
  readonly payload: unknown;
}

/** Everything that bets and payments need: a real database, a real chain, house wallets with money. */
export interface TestHouse {
  readonly db: Db;
  readonly testChain: TestChain;
  /** The chain that the parts under test see; wrap it to inject faults. */
  readonly chain: Chain;
  readonly clock: ManualClock;
  readonly entropy: Entropy;
  readonly news: NodeNews;
  readonly questions: PaymentQuestions;
  readonly heldBy: (wallet: string) => Promise<Lamports>;
  readonly bidFor: BidFor;
  readonly isLocal: boolean;
  readonly vault: Vault;
  readonly houseAddresses: HouseAddresses;
  readonly depositProcessor: DepositProcessor;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  readonly houseSources: ReadonlySet<string>;
  readonly adminWallets: readonly string[];
  readonly raceChanged: (raceId: string) => void;
  readonly address: Readonly<Record<HouseWalletKind, string>>;
  readonly events: readonly SentEvent[];
  readonly changedRaces: readonly string[];
  readonly changes: ChangeNews;
  /** One round of the deposit watcher. */
  watch(): Promise<DepositRound>;
  /** A funded wallet with a profile. */
  newPlayer(amount?: bigint): Promise<KeyPairSigner>;
  ban(wallet: string): Promise<void>;
  /** A race that takes bets; horses 1 to 6 have the ids 1 to 6. */
  openRace(options?: { ledger?: LedgerName; jackpot?: bigint }): Promise<string>;
  closeRace(raceId: string): Promise<void>;
  balance(account: Account): Promise<bigint>;
  /** Checks that every posting sums to zero and nothing is negative that must not be. */
  checkBooks(): Promise<void>;
  /** Checks that books and chain agree to the lamport. */
  checkSolvency(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Inserted between the chain and the parts under test. */
  readonly wrap?: (chain: Chain) => Chain;
  readonly fund?: Partial<Record<HouseWalletKind, bigint>>;
}

export async function openTestHouse({
  wrap = (chain) => chain,
  fund = {},
}: Options = {}): Promise<TestHouse> {
  const { db, changes, tend, close } = await openTestDatabase();
  const testChain = await openTestChain({ keepTransactions: 50_000 });
  const { clock } = testChain;
  await tend(clock);
  const chain = wrap(testChain.chain);
  const entropy = nodeEntropy;
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) });
  const made = await initialiseHouse(
    { db, clock, entropy, cost: cheapCost },
    { masterPassword, by: "system" },
  );
  if (!made.ok) throw new Error(made.code);
  await vault.unlock(masterPassword, SYSTEM);
  const notary = vault.makeNotary(entropy);
  if (!notary.ok) throw new Error(notary.code);
  await openTestLog({ db, clock }, notary.value);
  const addressOf = (kind: HouseWalletKind) => made.value.find((one) => one.kind === kind)?.address ?? "";
  const address = { deposit: addressOf("deposit"), hot: addressOf("hot"), treasury: addressOf("treasury") };

  const events: SentEvent[] = [];
  const changedRaces: string[] = [];
  const broadcast: Broadcast = {
    toEveryone: (name, payload) => void events.push({ wallet: null, name, payload }),
    toWallet: (wallet, name, payload) => void events.push({ wallet, name, payload }),
  };
  const raceChanged = (raceId: string) => void changedRaces.push(raceId);
  const funder = await testChain.newKeypair();
  const houseSources = new Set<string>([funder.address]);
  const addresses = houseAddresses(db, "localnet");
  const ports = {
    db,
    log: silentLog,
    clock,
    entropy,
    chain,
    broadcast,
    raceChanged,
    network: "localnet" as const,
    houseSources,
    adminWallets: [],
    isLocal: true,
    houseAddresses: addresses,
  };
  const bidFor = feeBidder({ chain, clock, log: silentLog, readPolicy: () => readFeePolicy(db) });
  const depositProcessor = openDepositProcessor(ports);
  const watch = depositWatcher({ ...ports, depositProcessor });

  await testChain.fund(funder.address, 10_000n * LAMPORTS_PER_SOL);
  for (const kind of ["deposit", "hot", "treasury"] as const) {
    const amount = fund[kind] ?? 10n * LAMPORTS_PER_SOL;
    if (amount > 0n) await testChain.sendTransfer(funder, address[kind], amount);
  }
  await testChain.advanceSlots();
  await watch();

  const at = () => new Date(clock.now());
  await db.insert(seedChains).values({
    network: "localnet",
    tip: "0".repeat(64),
    length: 1000,
    sealedRoot: "x",
    createdAt: at(),
  });
  await db
    .insert(horses)
    .values([1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `Horse ${id}`, color: "#112233", createdAt: at() })));
  let raceNumber = 0;

  return {
    db,
    changes,
    testChain,
    chain,
    clock,
    entropy,
    news: noNews,
    questions: paymentQuestions(),
    heldBy: heldByWallets({ chain, clock }),
    bidFor,
    isLocal: true,
    vault,
    houseAddresses: addresses,
    depositProcessor,
    broadcast,
    log: silentLog,
    houseSources,
    adminWallets: [],
    raceChanged,
    address,
    events,
    changedRaces,
    watch,

    async newPlayer(amount = 10n * LAMPORTS_PER_SOL) {
      const player = await testChain.newKeypair();
      if (amount > 0n) await testChain.fund(player.address, amount);
      await db
        .insert(users)
        .values({ wallet: player.address, username: player.address.slice(0, 12), createdAt: at() });
      return player;
    },

    async ban(wallet) {
      await db.insert(restrictions).values({
        id: `ban-${wallet.slice(0, 8)}`,
        wallet,
        kind: "ban",
        until: new Date(clock.now() + DAY_MS),
        imposedBy: "test",
        imposedAt: at(),
      });
    },

    async openRace({ ledger = "real", jackpot = 0n } = {}) {
      const number = (raceNumber += 1);
      const id = `r-${number}`;
      const settings = {
        ...freezeRaceSettings(settingsFrom([]), { raceType: "classic" }),
        ledger,
        jackpot: lamports(jackpot),
      };
      const runners = [1, 2, 3, 4, 5, 6].map((horse) => ({
        number: horse,
        id: horse,
        name: `Horse ${horse}`,
      }));
      await db.transaction(async (tx) => {
        const entry = await appendCommit(tx, at(), {
          raceId: id,
          number,
          seedHash: "0".repeat(64),
          baseNonce: "n",
          frozen: settings,
          horses: runners,
          lockWallet: ledger === "real" ? address.hot : null,
        });
        await tx.insert(races).values({
          id,
          number,
          status: "pending",
          raceType: "classic",
          ledger,
          settings: storeRaceSettings(settings),
          ...entry,
          jackpot: lamports(jackpot),
          outcomeEntropy: "beacon",
          seedChainId: 1,
          seedIndex: number,
          serverSeedHash: "0".repeat(64),
          nonce: "n",
          createdAt: at(),
          bettingOpensAt: at(),
        });
      });
      await anchorTestLog({ db, clock });
      await db.insert(raceHorses).values(
        runners.map(({ number: horse, name }) => ({
          raceId: id,
          number: horse,
          horseId: horse,
          name,
          color: "#112233",
        })),
      );
      return id;
    },

    async closeRace(raceId) {
      const [race] = await db.select({ status: races.status }).from(races).where(eq(races.id, raceId));
      if (race?.status !== "pending") return;
      for (const status of ["countdown", "active", "completed"]) {
        await db.execute(sql`update races set status = ${status} where id = ${raceId}`);
      }
    },

    async balance(account) {
      const [row] = await rowsOf<{ total: bigint }>(
        db,
        sql`select coalesce(sum(lamports), 0)::bigint as total from ledger_entries where account = ${account}`,
      );
      return row?.total ?? 0n;
    },

    checkBooks: () => mustBeSound(db),

    async checkSolvency() {
      const snapshot = await readSolvency({ db, clock, chain: testChain.chain, readDeposits: watch });
      expect(snapshot.difference).toBe(0n);
    },

    async close() {
      await testChain.close();
      await close();
    },
  };
}
