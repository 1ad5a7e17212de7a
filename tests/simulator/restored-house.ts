/**
 * After a run the house moves: its wallets are exported and restored into an installation without any, on the same
 * chain, while a player still pays into them and everything that a restore asks can fail (rule MONEY-33).
 */
import { ok } from "../../src/domain/result.ts";
import { confirmDeposit } from "../../src/server/features/bets/confirm-deposit.ts";
import { openDepositProcessor } from "../../src/server/features/bets/deposit-processor.ts";
import { houseAddresses } from "../../src/server/features/bets/house-addresses.ts";
import { paymentQuestions } from "../../src/server/features/bets/payment-questions.ts";
import { depositWatcher } from "../support/deposit-watcher.ts";
import { exportWallets, type WalletsExport } from "../../src/server/features/house-wallets/export-wallets.ts";
import { restoreWallets } from "../../src/server/features/house-wallets/restore-wallets.ts";
import { seal } from "../../src/server/features/house-wallets/sealing.ts";
import { readSolvency } from "../../src/server/features/solvency/read-solvency.ts";
import { newestHash } from "./betting.ts";
import { chainOf } from "./chain-port.ts";
import type { Cluster } from "./cluster.ts";
import { databaseOf, plainDatabase } from "./database.ts";
import type { Environment } from "./environment.ts";
import { type Faults, openFaults } from "./faults.ts";
import { housePairOf, type Keypair } from "./keys.ts";
import { newsOf } from "./news-port.ts";
import { text } from "./oracle/mirror.ts";
import { players } from "./player-strategies.ts";
import { ADMIN, entropyOf } from "./process.ts";
import type { Random } from "./random.ts";
import { openStore, type Store } from "./store.ts";
import { signOwn } from "./wallet.ts";
import { type Actor, Violation, type World } from "./world.ts";

/** A restore makes few calls, so each of them is hit often. */
const INTENSITY = 8;
const PAYMENTS = 3;
const EACH = 20_000_000n;
const PAYING_MS = 30_000;
const CLAIMS = 6;
const TICK_MS = 400;
const MAX_LIVES = 400;
/** Everything that is under way becomes final. */
const SETTLING_MS = 60_000;
const ROUNDS_WITH_FAULTS = 12;

export async function restoreElsewhere(
  environment: Environment,
  { cluster, random }: { readonly cluster: Cluster; readonly random: Random },
): Promise<void> {
  const { world } = environment;
  // The old installation is gone.
  for (const process of cluster.all) environment.retire(process);
  const store = await openStore();
  try {
    store.query("insert into settings (key, value, updated_at) values ('network', 'localnet', now())");
    const faults = openFaults(random.stream("faults"), { intensity: INTENSITY });
    const move = { environment, random, store, faults, dataKey: random.bytes(32) };
    // Slots pass although no server of the old installation is left to look at them.
    const tick = () => {
      environment.chain.advance(world.nowMs());
      world.at(world.nowMs() + TICK_MS, tick);
    };
    tick();
    await moveHouse(move);
  } finally {
    await store.close();
  }
}

interface Move {
  readonly environment: Environment;
  readonly random: Random;
  /** Of the new installation. */
  readonly store: Store;
  readonly faults: Faults;
  readonly dataKey: Uint8Array;
}

async function moveHouse(move: Move): Promise<void> {
  const { environment, random, faults } = move;
  const { world } = environment;
  const exported = await exportOf(move);
  payMeanwhile(move, exported);
  await pass(world, random.below(PAYING_MS));
  await persist(
    move,
    "restorer",
    ({ restore }) => restore(exported),
    () => isRestored(move, exported),
  );
  for (let round = 0; world.failure === null && round < ROUNDS_WITH_FAULTS; round += 1) {
    await attempt(move, `successor ${round}`, async (server) => {
      await server.watch();
      await claimOldPayments(move, server);
      await server.watch();
    });
    await pass(world, random.between(500, 5_000));
  }
  faults.stop();
  await pass(world, SETTLING_MS);
  await persist(move, "auditor", ({ audit }) => audit());
}

/** The simulated house stores no keys, so they are sealed here, as the product does. */
async function exportOf({ environment, random, dataKey }: Move): Promise<WalletsExport> {
  const { store, world } = environment;
  const exported = await exportWallets(
    {
      db: plainDatabase(store),
      clock: { now: () => world.nowMs(), sleep: never },
      vault: { check: async () => ok() },
    },
    { masterPassword: "", by: ADMIN },
  );
  if (!exported.ok) throw new Error(exported.code);
  const wallets = exported.value.wallets.map((wallet) => {
    const { d = "" } = housePairOf(wallet.address)?.key.export({ format: "jwk" }) ?? {};
    const secret = new Uint8Array(Buffer.from(d, "base64url"));
    return {
      ...wallet,
      sealedKey: seal(secret, { key: dataKey, boundTo: wallet.address }, entropyOf(random)),
    };
  });
  return { ...exported.value, wallets };
}

/** Each of these is in what the wallets held at the restore, or counted as a deposit after it. */
function payMeanwhile({ environment, random }: Move, { wallets }: WalletsExport): void {
  const { world, chain } = environment;
  for (let payment = 0; payment < PAYMENTS; payment += 1) {
    const payer: Keypair = random.pick(players).pair;
    const to = random.pick(wallets).address;
    world.at(world.nowMs() + random.below(PAYING_MS), () => {
      const transfers = [{ to, lamports: EACH }];
      const paid = signOwn(payer, { transfers, memo: null, blockhash: newestHash(environment) });
      chain.receive(paid.wire, world.nowMs());
    });
  }
}

/** Whether the restore is stored. Fails the run if a part of it is. */
function isRestored({ store, environment }: Move, { wallets }: WalletsExport): boolean {
  const tables = ["house_vault", "house_wallets", "ledger_postings", "audit_log"];
  const found = tables.map((table) => {
    const [[count]] = store.query(`select count(*)::int from ${table}`, [], true).rows as [[number]];
    return count;
  });
  const whole = [1, wallets.length, 1, 1].join();
  const isWhole = found.join() === whole;
  if (!isWhole && found.some((count) => count !== 0))
    environment.world.fail(
      new Violation(`MONEY-33 a part of the restore is stored: ${found.join()} of ${whole}`),
    );
  return isWhole;
}

/** Payments that the old installation counted belong to nobody here, whoever asks. */
async function claimOldPayments({ environment, random }: Move, { claim }: Server): Promise<void> {
  const { world, oracle } = environment;
  const old = [...oracle.mirror.deposits.values()];
  for (let asked = 0; asked < CLAIMS && old.length > 0; asked += 1) {
    const deposit = random.pick(old);
    const signature = text(deposit, "signature");
    const claimed = await claim({ wallet: text(deposit, "payer"), signature });
    if (claimed.ok) world.fail(new Violation(`MONEY-33 ${signature} is credited again after a restore`));
  }
}

type Server = ReturnType<typeof serverOf>;
type Work = (server: Server) => Promise<unknown>;

/** Starts a process after the other until one of them has done the work. */
async function persist(move: Move, name: string, work: Work, isDone?: () => boolean): Promise<void> {
  const { environment, random } = move;
  const { world } = environment;
  for (let life = 1; world.failure === null; life += 1) {
    const isOver = await attempt(move, `${name} ${life}`, work);
    if (isDone === undefined ? isOver : isDone()) return;
    if (life === MAX_LIVES)
      world.fail(new Violation(`MONEY-33 the ${name} is not done after ${life} attempts`));
    await pass(world, random.between(200, 4_000));
  }
}

/** One life of a process, which may fail or die at any call. Whether the work came to its end. */
async function attempt(move: Move, name: string, work: Work): Promise<boolean> {
  const { environment, store } = move;
  const { world } = environment;
  const actor: Actor = { name, isAlive: true, pausedUntilMs: 0 };
  let outcome: "done" | "failed" | null = null;
  work(serverOf(move, actor)).then(
    () => (outcome = "done"),
    (error: unknown) => {
      outcome = "failed";
      world.note(`${name}: ${String(error).slice(0, 80)}`);
    },
  );
  while (outcome === null && actor.isAlive && world.failure === null) await world.step();
  actor.isAlive = false;
  environment.listeners.delete(actor);
  // No oracle reads them.
  store.changes();
  return outcome === "done";
}

function serverOf({ environment, store, faults, dataKey }: Move, actor: Actor) {
  const { world, houseSources } = environment;
  const silent = () => undefined;
  const kill = () => {
    actor.isAlive = false;
    world.note(`${actor.name} dies`);
  };
  const done = () => Promise.resolve();
  const db = databaseOf(actor, { world, faults, store, kill, committed: done, leads: done });
  const ports = {
    db,
    clock: clockOf(world, actor),
    entropy: entropyOf(environment.random),
    log: { debug: silent, info: silent, warn: silent, error: silent },
    chain: chainOf(actor, { ...environment, faults, kill }),
    news: newsOf(actor, environment),
    broadcast: { toEveryone: silent, toWallet: silent },
    raceChanged: silent,
    houseAddresses: houseAddresses(db, "localnet"),
    questions: paymentQuestions(),
    isLocal: false,
  };
  const depositProcessor = openDepositProcessor({
    ...ports,
    houseSources,
    adminWallets: [],
    network: "localnet",
  });
  const counting = { ...ports, depositProcessor };
  const watch = depositWatcher(counting);
  const vault = { unwrapExport: async () => ok(Uint8Array.from(dataKey)) };
  return {
    watch,
    restore: (exported: WalletsExport) =>
      restoreWallets({ ...ports, vault }, { exported, masterPassword: "", by: ADMIN }),
    claim: (request: Parameters<typeof confirmDeposit>[1]) => confirmDeposit(counting, request),
    audit: async () => {
      const { difference, inboundPending } = await readSolvency({ ...ports, readDeposits: watch });
      if (difference !== 0n || inboundPending !== 0n)
        world.fail(
          new Violation(`MONEY-33 after a restore the books lack ${difference} of what the wallets hold`),
        );
    },
  };
}

const clockOf = (world: World, actor: Actor) => ({
  now: () => Math.floor(world.nowMs()),
  sleep: (ms: number, signal?: AbortSignal) => world.sleep(actor, ms, signal),
});

const never = () => Promise.reject(new Error("an export waits for nothing"));

async function pass(world: World, ms: number): Promise<void> {
  const until = world.nowMs() + ms;
  while (world.nowMs() < until && world.failure === null) await world.step();
}
