import { randomUUID } from "node:crypto";
import packageFile from "../../package.json" with { type: "json" };
import { systemClock as clock } from "./adapters/clock.ts";
import { errorLine } from "./adapters/describe-error.ts";
import { nodeEntropy as entropy } from "./adapters/entropy.ts";
import { openLog } from "./adapters/log.ts";
import { openRedis } from "./adapters/redis.ts";
import { openSeedKey } from "./adapters/seed-key.ts";
import { openSocketCluster } from "./adapters/socket-cluster.ts";
import { auditStart } from "./features/audit/audit-start.ts";
import { openClosers } from "./closers.ts";
import { readConfig } from "./foundation/config.ts";
import { openDatabase } from "./foundation/db/open-database.ts";
import { OperatorError } from "./foundation/db/operator-error.ts";
import { keepNewFilesPrivate, makeFolderPrivate } from "./foundation/db/private-folder.ts";
import { seedStarterEmotes } from "./features/emotes/seed-starter.ts";
import { openVault, wrongPasswordLimit } from "./features/house-wallets/vault.ts";
import { mistypedVariables } from "./mistyped-variables.ts";
import { hasSeeds, seedVault } from "./features/races/seeds/seed-chain.ts";
import { stateRules } from "./foundation/rule-log/state-rules.ts";
import { serveNetwork } from "./serve-network.ts";
import { bindToNetwork } from "./features/settings/stored-network.ts";
import { sessionReader } from "./features/sign-in/sessions.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

const { version } = packageFile;

/**
 * The composition root: opens what stays open until the process stops, and serves the network that the data belongs to.
 */
async function main(): Promise<void> {
  keepNewFilesPrivate();
  const read = readConfig();
  if (!read.ok) throw new OperatorError(read.problems.join("\n"));
  const { config } = read;
  const log = openLog(config.logLevel);
  for (const sentence of mistypedVariables(process.env)) log.warn(sentence);
  const { signal, onStop } = stopOnSignals({ log, clock });
  const holder = `${process.pid}-${randomUUID()}`;

  const mended = makeFolderPrivate(config.dataDir);
  if (mended > 0)
    log.warn({ entries: mended }, "other users could reach the data folder; its files are private now");
  const database = await openDatabase({ ...config, log });
  onStop(database.close);
  const { db } = database;
  let { network } = config;
  await bindToNetwork(db, network, new Date(clock.now()));
  await stateRules({ db, clock });
  await auditStart({ db, clock }, { version, network });

  const onClusterError = (error: unknown) => log.error({ err: error }, "socket cluster");
  const { databaseUrl, redisUrl } = config;
  const cluster = databaseUrl === null ? null : await openSocketCluster(databaseUrl, onClusterError);
  if (cluster) onStop(cluster.close);
  const counts = redisUrl === null ? null : openRedis(redisUrl, log);
  if (counts) onStop(counts.close);
  const redis = counts?.redis ?? null;
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(redis) });
  const seedKey = await openSeedKey(config.dataDir, { hasSeeds: await hasSeeds(db) });
  const seeds = seedVault({ clock, entropy, seedKey });
  await seeds.checkKey(db);
  await seedStarterEmotes({ db, clock, entropy });
  const sessions = sessionReader({ db, clock, adminWallets: config.adminWallets });

  const processParts = {
    config,
    log,
    clock,
    entropy,
    database,
    cluster,
    redis,
    isRedisSilent: counts?.isSilent ?? null,
    vault,
    seeds,
    sessions,
    holder,
    version,
  };
  while (!signal.aborted) {
    const { add: onClose, closeAll } = openClosers();
    onStop(closeAll);
    network = await serveNetwork(processParts, { network, signal, onClose });
    await closeAll();
  }
}

main().catch((error: unknown) => {
  const isPortTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(isPortTaken ? error.message : errorLine(error));
  process.exit(1);
});
