import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import packageFile from "../../package.json" with { type: "json" };
import { systemClock as clock } from "./adapters/clock.ts";
import { nodeEntropy as entropy } from "./adapters/entropy.ts";
import { openLog } from "./adapters/log.ts";
import { nodeOpener } from "./adapters/open-node.ts";
import { startPracticeBettors } from "./adapters/practice-bettors.ts";
import { openSeedKey } from "./adapters/seed-key.ts";
import { openSocketCluster } from "./adapters/socket-cluster.ts";
import { publicRpcUrls } from "./chain/node-url.ts";
import { auditStart } from "./audit/audit-start.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/open-database.ts";
import { OperatorError } from "./db/operator-error.ts";
import { keepNewFilesPrivate, makeFolderPrivate } from "./db/private-folder.ts";
import { seedStarterEmotes } from "./emotes/seed-starter.ts";
import type { Job } from "./feature.ts";
import { openFeatures } from "./features.ts";
import { openLocalHouse } from "./house-wallets/local-house.ts";
import { openHouse } from "./house-wallets/open-house.ts";
import { openVault, wrongPasswordLimit } from "./house-wallets/vault.ts";
import { mountLocalChain } from "./http/mount-local-chain.ts";
import { openChain } from "./open-chain.ts";
import { ENGINE_LEASE, runWhileLeader } from "./leadership.ts";
import { findRace } from "./races/race-rows.ts";
import { seedVault } from "./races/seeds/seed-chain.ts";
import { openWebServer } from "./open-web-server.ts";
import { runInstanceJobs, runLeaderJobs } from "./run-jobs.ts";
import { bindToNetwork } from "./settings/stored-network.ts";
import { readSettings } from "./settings/stored-settings.ts";
import { sessionReader } from "./sign-in/sessions.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

const webRoot = fileURLToPath(new URL("../../dist/web", import.meta.url));
const { version } = packageFile;

/** The composition root: opens what the features (features.ts) need, serves them and runs their jobs. */
async function main(): Promise<void> {
  keepNewFilesPrivate();
  const read = readConfig();
  if (!read.ok) throw new OperatorError(read.problems.join("\n"));
  const { config } = read;
  const log = openLog(config.logLevel);
  const { signal, onStop } = stopOnSignals({ log, clock });
  const holder = `${process.pid}-${randomUUID()}`;

  const mended = makeFolderPrivate(config.dataDir);
  if (mended > 0)
    log.warn({ entries: mended }, "other users could reach the data folder; its files are private now");
  const database = await openDatabase({ ...config, log });
  onStop(database.close);
  const { db } = database;
  const { network } = config;
  await bindToNetwork(db, network, new Date(clock.now()));
  await auditStart({ db, clock }, { version, network });
  const isLocal = network === "localnet";

  const openNode = nodeOpener({ log, isLocal });
  const opened = await openChain({ config, network, database, clock, log, holder, openNode });
  const { chain, local } = opened;
  if (local) onStop(() => local.close());
  const onClusterError = (error: unknown) => log.error({ err: error }, "socket cluster");
  const cluster = await openSocketCluster({ ...config, onError: onClusterError });
  if (cluster) onStop(cluster.close);
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(cluster?.redis ?? null) });
  const house = { db, clock, entropy, vault, log, chain, dataDir: config.dataDir };
  if (local) await openLocalHouse({ ...house, faucet: (to, amount) => local.airdrop(to, amount) });
  else await openHouse(house, config.houseMasterPassword);
  const seeds = seedVault({ clock, entropy, seedKey: await openSeedKey(config.dataDir) });
  await seeds.checkKey(db);

  const sessions = sessionReader({ db, clock, adminWallets: config.adminWallets });
  const web = openWebServer({ cluster, config, sessions, clock, log, isLocal, webRoot, version });
  onStop(web.close);
  const ports = { db, clock, entropy, chain, log, vault, seeds, broadcast: web.broadcast, isLocal, version };
  const features = openFeatures({
    ...ports,
    adminWallets: config.adminWallets,
    rpcUrls: config.rpcUrls,
    openNode,
    houseSources: new Set(local ? [await local.faucetAddress()] : []),
  });
  await seedStarterEmotes({ db, clock, entropy });
  const baseUrl = await web.serve({
    ...features,
    async pageSettings() {
      const { theme } = await readSettings(db);
      return { theme, network, browserRpcUrls: isLocal ? [] : Object.values(publicRpcUrls) };
    },
    isRace: async (id) => (await findRace(db, id)) !== null,
    ...(local && { mount: (app) => mountLocalChain(app, local, { ...config, log }) }),
  });
  log.info({ url: baseUrl, network, database: database.kind }, "Furlong is open");
  if (process.stdout.isTTY) console.log(`\n  Furlong is open at ${baseUrl}\n`);

  const jobs: Job[] = [
    ...features.jobs,
    ...opened.jobs,
    { name: "check of open sockets", runsOn: "every instance", everyMs: 1_000, round: web.recheckSockets },
    {
      name: "number of those online",
      runsOn: "every instance",
      everyMs: 500,
      round: async () => web.tellOnline(),
    },
    { name: "tidying of the database", runsOn: "every instance", everyMs: 300_000, round: database.tidy },
  ];
  const onJobError = (error: unknown, job: Job) => log.error({ err: error, job: job.name }, "a job failed");
  const running = [
    runInstanceJobs(jobs, { clock, signal, onError: onJobError }),
    runWhileLeader(
      { db, clock, log },
      {
        terms: ENGINE_LEASE,
        holder,
        signal,
        mayLead: () => vault.isUnlocked(),
        isAlone: database.kind === "embedded",
      },
      (leadership) => runLeaderJobs(jobs, { clock, ...leadership }),
    ),
  ];
  onStop(async () => void (await Promise.all(running)));
  if (config.localPlayers > 0 && isLocal) {
    onStop(startPracticeBettors({ count: config.localPlayers, baseUrl, dataDir: config.dataDir, log }));
  }
}

main().catch((error: unknown) => {
  if (error instanceof OperatorError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
