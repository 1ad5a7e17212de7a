import { setImmediate } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { differenceExplained } from "../../src/domain/chain-postings.ts";
import { walletAccount } from "../../src/domain/ledger.ts";
import { signedLamports } from "../../src/domain/lamports.ts";
import { seedChainMemo } from "../../src/domain/memo.ts";
import { postingReference } from "../../src/domain/posting-reference.ts";
import { openSeedChain } from "../../src/domain/seed-chain.ts";
import { sha256Hex } from "../../src/domain/fairness.ts";
import { nodeEntropy } from "../../src/server/adapters/entropy.ts";
import { type Db, type OpenDatabase, rowsOf } from "../../src/server/foundation/db/database.ts";
import { OperatorError } from "../../src/server/foundation/db/operator-error.ts";
import { horses, seedChains } from "../../src/server/foundation/db/schema/races.ts";
import { ledgerPostings } from "../../src/server/foundation/db/schema/ledger.ts";
import { queueAnchor } from "../../src/server/foundation/books/payments.ts";
import { stockStable } from "../../src/server/features/races/engine/stable.ts";
import { sealRoot } from "../../src/server/features/races/seeds/sealed-root.ts";
import { bindToNetwork } from "../../src/server/features/settings/stored-network.ts";
import {
  checkAchievements,
  storeAchievementTitles,
} from "../../src/server/features/titles/check-achievements.ts";
import { wrongBalances } from "../../src/server/foundation/books/check-balances.ts";
import { findWrongDay } from "../../src/server/features/revenue/sum-days.ts";
import { readSettings } from "../../src/server/foundation/settings/stored-settings.ts";
import { openBooks } from "./books.ts";
import { withoutTriggers } from "./insert-rows.ts";
import { messagesOf, writeAdminWork, writeMessages } from "./panel-rows.ts";
import { type HistoryPlan, pastHouse, RACE_EVERY_MS, startOf, walletsOf } from "./plan.ts";
import { referrersOf, writePlayers } from "./players.ts";
import { pastRace } from "./races.ts";
import { sumTotals } from "./sum-totals.ts";
import { type Past, writeRaces } from "./write-races.ts";

interface Options {
  readonly database: Pick<OpenDatabase, "db" | "tidy">;
  /** Seals the seed chain. */
  readonly seedKey: Uint8Array;
  /** Called with the progress of each part, from 0 to 1. */
  readonly onProgress?: (part: string, done: number) => void;
}

const PLAYERS_AT_ONCE = 2_000;
const RACES_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 4_000;
/** Transactions between two tidy-ups. */
const TIDY_EVERY = 40;
/** The posting that removes what the books hold beyond the chain, on which none of the history happened. */
const CLOSING = "seeded-history";

/**
 * Writes a history into an empty localnet database: players, races with bets and payments, and what admins saw and did.
 * Each part is a transaction, and running the same command again continues an interrupted run. Outcomes, settlements
 * and postings are computed by the product's own functions. Totals are summed at the end, as the migrations that
 * introduced them did, and the product's own checks verify them.
 *
 * The chain of that time does not exist. So at the end the books state, as after a difference that an admin has
 * explained, that the house holds nothing: the first start fills its new wallets, which covers what it owes.
 *
 * @throws OperatorError for a database that holds anything else.
 */
export async function seedHistory(wanted: HistoryPlan, options: Options): Promise<void> {
  const { db } = options.database;
  await bindToNetwork(db, "localnet", new Date(startOf(wanted)));
  const root = sha256Hex(["furlong history", wanted.seed, wanted.users, wanted.races, wanted.bets].join(" "));
  const plan = await begin(db, wanted, { root, seedKey: options.seedKey });
  if (plan === null) return;
  const wallets = walletsOf(plan);
  const work = worker(options);

  await work(
    "players",
    { done: await count(db, "users"), of: plan.users, atOnce: PLAYERS_AT_ONCE },
    (from, to) => db.transaction((tx) => writePlayers(tx, plan, { wallets, from, to })),
  );
  const seeds = seedsOf(root, chainLength(plan));
  const past: Past = {
    plan,
    books: await openBooks(db),
    referrerOf: referrersByWallet(plan, wallets),
    runners: await db
      .select({ id: horses.id, name: horses.name, color: horses.color })
      .from(horses)
      .orderBy(horses.id),
  };
  await work(
    "races",
    { done: await count(db, "races"), of: plan.races, atOnce: RACES_AT_ONCE },
    (from, to) => {
      const races = Array.from({ length: to - from }, (_, index) =>
        pastRace(plan, from + index, { wallets, serverSeed: seeds[from + index + 1] ?? "" }),
      );
      return db.transaction(async (tx) => {
        await withoutTriggers(tx);
        await writeRaces(tx, past, races);
        await tx.update(seedChains).set({ consumed: to }).where(eq(seedChains.id, 1));
      });
    },
  );
  const said = await count(db, "chat_messages");
  await work("messages", { done: said, of: messagesOf(plan), atOnce: MESSAGES_AT_ONCE }, (from, to) =>
    db.transaction((tx) => writeMessages(tx, plan, { wallets, from, to })),
  );
  await db.execute(sql`select setval('chat_messages_id_seq', (select max(id) from chat_messages))`);
  await close(db, plan, { past, wallets });
  options.onProgress?.("totals", 1);
  await options.database.tidy();
  await awardTitles(db, plan);
  await expectRight(db);
}

/** Enough for the plan's races and those to come. */
const chainLength = ({ races }: HistoryPlan) => races + 50_000;

/**
 * Creates the seed chain and the stable, or finds those of the same plan and when it ends. Null when everything is
 * there.
 */
async function begin(
  db: Db,
  wanted: HistoryPlan,
  { root, seedKey }: { readonly root: string; readonly seedKey: Uint8Array },
): Promise<HistoryPlan | null> {
  const length = chainLength(wanted);
  const { tip } = openSeedChain(root, length);
  const [chain] = await db.select().from(seedChains).limit(1);
  if (chain === undefined) {
    const filled = [await count(db, "users"), await count(db, "races"), await count(db, "ledger_postings")];
    if (filled.some((rows) => rows > 0))
      throw new OperatorError(
        "This database holds players, races or postings. A history needs an empty one.",
      );
    const createdAt = new Date(startOf(wanted));
    await db.transaction(async (tx) => {
      await stockStable(tx, { now: () => createdAt.getTime(), sleep: () => Promise.resolve() });
      const anchorPaymentId = `seed-chain-${tip.slice(0, 16)}`;
      await queueAnchor(tx, { id: anchorPaymentId, memo: seedChainMemo({ tip, length }), createdAt });
      const { network } = await readSettings(tx);
      const sealedRoot = sealRoot(root, { tip, seedKey, entropy: nodeEntropy });
      await tx.insert(seedChains).values({ network, tip, length, sealedRoot, anchorPaymentId, createdAt });
    });
    return wanted;
  }
  if (chain.tip !== tip)
    throw new OperatorError(
      "This database holds a game, or a history of other numbers. Give the same --users, --races, --bets and --seed " +
        "to go on with a history that was broken off, or another DATA_DIR (or DATABASE_URL).",
    );
  const reference = postingReference.difference(CLOSING);
  const [closed] = await db.select().from(ledgerPostings).where(eq(ledgerPostings.reference, reference));
  const { endsAtMs } = { endsAtMs: chain.createdAt.getTime() - startOf({ ...wanted, endsAtMs: 0 }) };
  return closed === undefined ? { ...wanted, endsAtMs } : null;
}

async function count(db: Db, table: string): Promise<number> {
  const [row] = await rowsOf<{ rows: number }>(db, sql`select count(*)::int as rows from ${sql.raw(table)}`);
  return row?.rows ?? 0;
}

interface Part {
  /** Rows that an earlier run has written. */
  readonly done: number;
  readonly of: number;
  readonly atOnce: number;
}

function worker({ database, onProgress }: Options) {
  let written = 0;
  return async (
    name: string,
    { done, of, atOnce }: Part,
    write: (from: number, to: number) => Promise<void>,
  ) => {
    for (let from = done; from < of; from += atOnce) {
      const to = Math.min(of, from + atOnce);
      await write(from, to);
      onProgress?.(name, to / of);
      written += 1;
      // A part can double a small table, which makes the query plans wrong.
      if (written % TIDY_EVERY === 0 || from < atOnce * 4) await database.tidy();
      await setImmediate();
    }
  };
}

/** Seeds by their number, the tip first. */
function seedsOf(root: string, length: number): readonly string[] {
  const seeds: string[] = [];
  for (let seed = root, index = length; index >= 0; index -= 1, seed = sha256Hex(seed)) seeds[index] = seed;
  return seeds;
}

function referrersByWallet(plan: HistoryPlan, wallets: readonly string[]): ReadonlyMap<string, string> {
  const referrers = referrersOf(plan);
  return new Map(
    wallets.flatMap((wallet, index) => {
      const referrer = wallets[referrers[index] ?? -1];
      return referrer === undefined ? [] : [[wallet, referrer] as const];
    }),
  );
}

/** Runs the product's own check of everybody's achievements. */
async function awardTitles(db: Db, plan: HistoryPlan): Promise<void> {
  const clock = { now: () => plan.endsAtMs, sleep: () => Promise.resolve() };
  const nobody = () => undefined;
  const broadcast = { toEveryone: nobody, toWallet: nobody };
  await storeAchievementTitles({ db, clock });
  await checkAchievements({ db, clock, entropy: nodeEntropy, broadcast } as Parameters<
    typeof checkAchievements
  >[0]);
}

/** Runs the product's own checks of the stored totals. */
async function expectRight(db: Db): Promise<void> {
  const [account] = await wrongBalances(db);
  const day = await findWrongDay(db);
  if (account !== undefined || day !== null)
    throw new Error(`The history does not add up: ${account ?? day}`);
}

async function close(
  db: Db,
  plan: HistoryPlan,
  { past, wallets }: { readonly past: Past; readonly wallets: readonly string[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { books } = past;
    await withoutTriggers(tx);
    await sumTotals(tx);
    await tx.execute(sql`set local session_replication_role = origin`);
    await writeAdminWork(tx, plan, { wallets, books });
    const [held] = await rowsOf<{ lamports: bigint }>(
      tx,
      sql`select coalesce(-sum(balance), 0)::bigint as lamports from ledger_accounts where account like 'chain:%'`,
    );
    const account = walletAccount({ kind: "hot", address: pastHouse(plan).hot });
    const difference = signedLamports(-BigInt(held?.lamports ?? 0n));
    books.post(
      differenceExplained({ id: CLOSING, differences: [{ account, difference }] }),
      plan.endsAtMs - RACE_EVERY_MS,
    );
    await books.write(tx);
  });
}
