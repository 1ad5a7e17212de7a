import { randomUUID } from "node:crypto";
import packageFile from "../../package.json" with { type: "json" };
import { systemClock as clock } from "./adapters/clock.ts";
import { nodeEntropy as entropy } from "./adapters/entropy.ts";
import { openLog } from "./adapters/log.ts";
import { openSeedKey } from "./adapters/seed-key.ts";
import { openSocketCluster } from "./adapters/socket-cluster.ts";
import { auditStart } from "./audit/audit-start.ts";
import { openClosers } from "./closers.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/open-database.ts";
import { OperatorError } from "./db/operator-error.ts";
import { keepNewFilesPrivate, makeFolderPrivate } from "./db/private-folder.ts";
import { seedStarterEmotes } from "./emotes/seed-starter.ts";
import { openVault, wrongPasswordLimit } from "./house-wallets/vault.ts";
import { seedVault } from "./races/seeds/seed-chain.ts";
import { startRuleLog } from "./rule-log/start-rule-log.ts";
import { serveNetwork } from "./serve-network.ts";
import { bindToNetwork } from "./settings/stored-network.ts";
import { sessionReader } from "./sign-in/sessions.ts";
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
  await startRuleLog({ db, clock });
  await auditStart({ db, clock }, { version, network });

  const onClusterError = (error: unknown) => log.error({ err: error }, "socket cluster");
  const cluster = await openSocketCluster({ ...config, onError: onClusterError });
  if (cluster) onStop(cluster.close);
  const vault = openVault({ db, clock, wrongPasswords: wrongPasswordLimit(cluster?.redis ?? null) });
  const seeds = seedVault({ clock, entropy, seedKey: await openSeedKey(config.dataDir) });
  await seeds.checkKey(db);
  await seedStarterEmotes({ db, clock, entropy });
  const sessions = sessionReader({ db, clock, adminWallets: config.adminWallets });

  const kept = { config, log, clock, entropy, database, cluster, vault, seeds, sessions, holder, version };
  while (!signal.aborted) {
    const { add: onClose, closeAll } = openClosers();
    onStop(closeAll);
    network = await serveNetwork(kept, { network, signal, onClose });
    await closeAll();
  }
}

main().catch((error: unknown) => {
  if (error instanceof OperatorError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
