import type { Redis } from "ioredis";
import { fileURLToPath } from "node:url";
import type { Network } from "../domain/networks.ts";
import { budgetOf, nodeGovernors } from "./adapters/node-governor.ts";
import { nodeOpener, nodeUrlChecker } from "./adapters/open-node.ts";
import { sharesOfPlayers } from "./features/bets/share-of-player.ts";
import { startPracticeBettors } from "./adapters/practice-bettors.ts";
import { noteSlowFinality } from "./foundation/chain/note-slow-finality.ts";
import { publicRpcUrls } from "./foundation/chain/node-url.ts";
import type { Closers } from "./closers.ts";
import { type Config, MAINNET_NEEDS_POSTGRES, publicHostOf } from "./foundation/config.ts";
import type { OpenDatabase } from "./foundation/db/database.ts";
import type { Job } from "./foundation/feature.ts";
import { openFeatures } from "./features.ts";
import { openLocalHouse } from "./features/house-wallets/local-house.ts";
import { openHouse } from "./features/house-wallets/open-house.ts";
import type { Vault } from "./features/house-wallets/vault.ts";
import { deleteOldKeys } from "./foundation/http/answer-once.ts";
import type { Sessions } from "./foundation/http/sessions.ts";
import { isLoopbackHost } from "./foundation/http/client-address.ts";
import { mountLocalChain } from "./foundation/http/mount-local-chain.ts";
import { installationGauges } from "./installation-gauges.ts";
import { ENGINE_LEASE, runWhileLeader } from "./foundation/leadership.ts";
import type { Logger } from "./foundation/log.ts";
import { openChain, openNetwork } from "./open-chain.ts";
import { openWebServer } from "./open-web-server.ts";
import type { Clock, Entropy } from "./foundation/ports.ts";
import type { SeedVault } from "./features/races/seeds/seed-chain.ts";
import { runInstanceJobs, runLeaderJobs } from "./run-jobs.ts";
import { readSettings } from "./foundation/settings/stored-settings.ts";
import type { SocketCluster } from "./foundation/sockets/socket-cluster.ts";

const webRoot = fileURLToPath(new URL("../../dist/web", import.meta.url));
const FOLLOW_NETWORK_EVERY_MS = 1_000;
const LOOK_FOR_NETWORK_EVERY_MS = 5_000;
const TEND_DATABASE_EVERY_MS = 1_000;
/** The embedded database blocks the process while it tidies up: doing it often keeps each pause short. */
const TIDY_DATABASE_EVERY_MS = 60_000;

/** What stays open regardless of the network. */
interface ProcessParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly database: OpenDatabase;
  /** Null for a single instance. */
  readonly cluster: SocketCluster | null;
  /** Null where each instance counts limits by itself. */
  readonly redis: Redis | null;
  /** Whether Redis does not count now; null where none is configured. */
  readonly isRedisSilent: (() => boolean) | null;
  readonly vault: Vault;
  readonly seeds: SeedVault;
  readonly sessions: Sessions;
  /** Identifies this run of this process. */
  readonly holder: string;
  readonly version: string;
}

interface Run {
  readonly network: Network;
  /** Aborts when the process is to stop. */
  readonly signal: AbortSignal;
  /** Adds something to close when the process stops or the network changes. */
  readonly onClose: Closers["add"];
}

/**
 * Serves the game on one network: opens its chain and every feature, and runs their jobs. Resolves with the network to
 * serve next when the process is to stop or an admin has changed the network (rule LIMITS-14).
 */
export async function serveNetwork(parts: ProcessParts, { network, signal, onClose }: Run): Promise<Network> {
  const { config, log, clock, entropy, database, cluster, redis, vault, sessions, version, holder } = parts;
  const { db } = database;
  const isLocal = network === "localnet";
  const budget = isLocal ? null : budgetOf(config.rpcBudget);
  const governors = nodeGovernors({ budget, clock, log, shareOf: sharesOfPlayers({ db, clock }) });
  const openNode = nodeOpener({ log, isLocal, governor: governors.of("") });
  const nodes = { openNode, governorOf: governors.of };
  const opened = await openChain({ config, network, database, clock, log, holder, ...nodes });
  const { chain, local, news } = opened;
  onClose(opened.close);
  const house = { db, clock, entropy, vault, log, chain, dataDir: config.dataDir };
  const { houseMasterPassword: masterPassword } = config;
  if (local)
    await openLocalHouse({ ...house, masterPassword, faucet: (to, amount) => local.airdrop(to, amount) });
  else if (!vault.isUnlocked()) await openHouse(house, masterPassword);

  const web = openWebServer({ cluster, redis, config, db, sessions, clock, log, isLocal, webRoot, version });
  onClose(web.close);
  const features = openFeatures({
    ...parts,
    db,
    chain,
    news,
    network,
    isLocal,
    openNode,
    mayOpenNode: nodeUrlChecker({ isLocal }),
    broadcast: web.broadcast,
    adminWallets: config.adminWallets,
    secondAdminAbove: config.secondAdminAbove,
    rpcUrls: config.rpcUrls,
    refusesNetwork: (other) =>
      other === "mainnet-beta" && !config.mayHoldMainnet ? MAINNET_NEEDS_POSTGRES : null,
    openNetwork: async (other) => (await openNetwork({ config, db, clock, log, ...nodes }, other)).node,
    publicHost: publicHostOf(config, network),
    houseSources: new Set(local ? [await local.faucetAddress()] : []),
  });
  const baseUrl = await web.serve({
    ...features,
    gauges: [...features.gauges, ...opened.gauges, governors.waiting, ...installationGauges(config)],
    counts: [governors.counts],
    async pageSettings() {
      const { theme } = await readSettings(db);
      return { theme, network, browserRpcUrls: isLocal ? [] : Object.values(publicRpcUrls) };
    },
    ...(local && { mount: (app) => mountLocalChain(app, local, { ...config, log }) }),
  });
  if (config.publicOrigin === null && !isLoopbackHost(config.host) && config.host !== "::1")
    log.warn(
      "HOST is not a loopback address, and PUBLIC_ORIGIN is not set: nobody can sign in from another machine",
    );
  log.info({ url: baseUrl, network, database: database.kind }, "Furlong is open");
  if (process.stdout.isTTY) console.log(`\n  Furlong is open at ${baseUrl}\n`);

  const moved = new AbortController();
  const running = AbortSignal.any([signal, moved.signal]);
  void noteSlowFinality({ chain, clock, log }, running);
  const storedNetwork = async () => (await readSettings(db)).network;
  const jobs: Job[] = [
    ...features.jobs,
    ...opened.jobs,
    { name: "check of open sockets", runsOn: "every instance", everyMs: 1_000, round: web.recheckSockets },
    {
      name: "number of those online",
      runsOn: "every instance",
      everyMs: 500,
      round: async () => web.notifyOnline(),
    },
    {
      name: "removal of old idempotency keys",
      runsOn: "every instance",
      everyMs: 60_000,
      round: () => deleteOldKeys({ db, clock }),
    },
    {
      name: "news of the database",
      runsOn: "every instance",
      everyMs: TEND_DATABASE_EVERY_MS,
      round: () => database.tend(clock),
    },
    {
      name: "tidying of the database",
      runsOn: "every instance",
      everyMs: TIDY_DATABASE_EVERY_MS,
      round: database.tidy,
    },
    {
      name: "choice of the network",
      runsOn: "every instance",
      everyMs: FOLLOW_NETWORK_EVERY_MS,
      wokenBy: ["settings"],
      async round() {
        const next = await storedNetwork();
        if (next !== network) moved.abort(next);
        return LOOK_FOR_NETWORK_EVERY_MS;
      },
    },
  ];
  const { changes } = database;
  const onJobError = (error: unknown, job: Job) => log.error({ err: error, job: job.name }, "a job failed");
  const instanceJobs = runInstanceJobs(jobs, { clock, changes, signal: running, onError: onJobError });
  const leading = runWhileLeader(
    { db, clock, log },
    {
      terms: ENGINE_LEASE,
      holder,
      signal: running,
      mayLead: () => vault.isUnlocked(),
      isAlone: database.kind === "embedded",
    },
    async (leadership) => {
      // A change of the network took the lease from the previous leader; an instance that has not switched yet no
      // longer leads.
      if ((await storedNetwork()) === network) await runLeaderJobs(jobs, { clock, changes, ...leadership });
    },
  );
  onClose(async () => void (await Promise.all([instanceJobs, leading])));
  if (config.localPlayers > 0 && isLocal) {
    onClose(startPracticeBettors({ count: config.localPlayers, baseUrl, dataDir: config.dataDir, log }));
  }
  await aborted(running);
  return moved.signal.aborted ? (moved.signal.reason as Network) : network;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
