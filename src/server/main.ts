import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import packageFile from "../../package.json" with { type: "json" };
import { systemClock as clock } from "./adapters/clock.ts";
import { nodeEntropy as entropy } from "./adapters/entropy.ts";
import { type LocalChainHost, openLocalChainHost } from "./adapters/local-chain-host.ts";
import { openLog } from "./adapters/log.ts";
import { openMetrics } from "./adapters/metrics.ts";
import { startPracticeBettors } from "./adapters/practice-bettors.ts";
import { openSeedKey } from "./adapters/seed-key.ts";
import { openSocketCluster } from "./adapters/socket-cluster.ts";
import { solanaChain } from "./adapters/solana-chain.ts";
import { openAdmissionDesk } from "./bets/admission-desk.ts";
import { houseAddresses } from "./bets/house-addresses.ts";
import { depositWatcher } from "./bets/watch-deposits.ts";
import { type Config, readConfig } from "./config.ts";
import type { OpenDatabase } from "./db/database.ts";
import { openEmbedded } from "./db/open-embedded.ts";
import { openPostgres } from "./db/open-postgres.ts";
import { OperatorError } from "./db/operator-error.ts";
import { readSettings, writeFirstSettings } from "./settings/stored-settings.ts";
import { inTransaction } from "./db/transaction.ts";
import { driveGame } from "./drive-game.ts";
import { openLocalHouse } from "./house-wallets/local-house.ts";
import { openHouse } from "./house-wallets/open-house.ts";
import { openVault } from "./house-wallets/vault.ts";
import { authHandlers } from "./sign-in/handlers.ts";
import { betHandlers } from "./bets/handlers.ts";
import { moneyHandlers } from "./payouts/handlers.ts";
import { playerHandlers } from "./players/handlers.ts";
import { publicHandlers } from "./settings/public-handlers.ts";
import { raceHandlers } from "./races/handlers.ts";
import { settingHandlers } from "./settings/handlers.ts";
import { localLimits, publicLimits } from "./http/limits.ts";
import { mountLocalChain } from "./http/mount-local-chain.ts";
import { openHttp } from "./http/server.ts";
import { localSocketLimits, publicSocketLimits } from "./sockets/socket-limits.ts";
import { openSockets } from "./sockets/sockets.ts";
import type { Logger } from "./log.ts";
import { repeat } from "./loop.ts";
import { openPaymentGauges } from "./payouts/payment-gauges.ts";
import { recentStock } from "./payouts/recent-stock.ts";
import { reconciler } from "./payouts/reconcile.ts";
import { MINIMUM_WITHDRAWAL } from "./payouts/withdraw.ts";
import { listAdminWallets } from "./sign-in/list-admin-wallets.ts";
import { forgetOldSignIns, sessionReader } from "./sign-in/sessions.ts";
import type { Chain } from "./ports.ts";
import { lead } from "./races/engine/lead.ts";
import { raceReader } from "./races/read/read-race.ts";
import { seedVault } from "./races/seeds/seed-chain.ts";

const webRoot = fileURLToPath(new URL("../../dist/web", import.meta.url));
const SECOND_MS = 1_000;
const LAST_LINE_MS = 100;
const TIDY_EVERY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** The composition root: puts the parts together, starts them, and stops them in the reverse order. */
async function main(): Promise<void> {
  const read = readConfig();
  if (!read.ok) throw new OperatorError(read.problems.join("\n"));
  const { config } = read;
  const log = openLog(config.logLevel);
  const holder = `${process.pid}-${randomUUID()}`;
  const stopping = new AbortController();
  const closers: (() => Promise<void> | void)[] = [];
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return;
    log.info({ signal }, "stopping");
    stopping.abort();
    for (const close of closers.toReversed()) await close();
    // The log's last line is on its way. If nobody reads it any more, that is told in a moment; exiting before would
    // try to write it for ever.
    await clock.sleep(LAST_LINE_MS);
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));

  mkdirSync(config.dataDir, { recursive: true });
  const database = await openDatabase(config, log);
  closers.push(database.close);
  const { db } = database;
  const at = new Date(clock.now());
  await inTransaction(db, (tx) => writeFirstSettings(tx, { network: config.network }, at));
  const settings = await readSettings(db);
  const isLocal = settings.network === "localnet";

  const localChain = isLocal ? await openChainHere({ config, database, log, holder }) : null;
  if (localChain) closers.push(() => localChain.close());
  const chain = chainOf({ config, network: settings.network, localChain, log });
  const vault = openVault({ db, clock });
  const house = { db, clock, entropy, vault, log };
  if (localChain) {
    const faucet: LocalChainHost["airdrop"] = (to, amount) => localChain.airdrop(to, amount);
    await openLocalHouse({ ...house, chain, dataDir: config.dataDir, faucet });
  } else await openHouse(house, config.houseMasterPassword);
  const seeds = seedVault({ clock, entropy, seedKey: await openSeedKey(config.dataDir) });
  await seeds.check(db);

  const metrics = openMetrics();
  const { redisUrl, databaseUrl } = config;
  const onError = (about: string) => (error: unknown) => log.error({ err: error }, about);
  const cluster = await openSocketCluster({ redisUrl, databaseUrl, onError: onError("socket cluster") });
  if (cluster) closers.push(cluster.close);
  const sessions = sessionReader({ db, clock, adminWallets: config.adminWallets });
  const sockets = openSockets({
    config,
    sessions,
    clock,
    log,
    metrics,
    cluster,
    limits: isLocal ? localSocketLimits : publicSocketLimits,
  });
  const { broadcast } = sockets;

  const reader = raceReader({ db, clock });
  const addresses = houseAddresses(db);
  const houseSources = new Set(localChain ? [await localChain.faucetAddress()] : []);
  // The engine counts the bets of the open race each round, whichever instance took them; what this one took is
  // in its own next answer.
  const raceChanged = () => reader.forget();
  const money = { db, clock, entropy, chain, broadcast, raceChanged, houseAddresses: addresses };
  const desk = openAdmissionDesk({ ...money, houseSources });
  const watchDeposits = depositWatcher({ ...money, desk });
  const stockPorts = { db, clock, chain, readDeposits: watchDeposits };
  const stock = recentStock(stockPorts);
  openPaymentGauges({ db, clock, metrics, stock });

  const http = await openHttp({
    config,
    handlers: {
      ...authHandlers({ db, clock, entropy }),
      ...playerHandlers({ db, clock, chain, isLocal }),
      ...publicHandlers({
        db,
        clock,
        chain,
        checks: {
          database: () => readSettings(db),
          chain: () => chain.slot("confirmed"),
          house: async () => {
            if (!vault.isUnlocked()) throw new Error("the house wallets are locked");
          },
        },
        minWithdrawal: MINIMUM_WITHDRAWAL,
        version: packageFile.version,
      }),
      ...raceHandlers({ db, reader }),
      ...betHandlers({ ...money, desk, vault }),
      ...moneyHandlers({ ...stockPorts, entropy, vault, stock }),
      ...settingHandlers({ db, clock, broadcast }),
    },
    sessions,
    clock,
    log,
    metrics,
    limits: isLocal ? localLimits : publicLimits,
    pageSettings: async () => {
      const { theme, network, rpcUrlDevnet, rpcUrlMainnet } = await readSettings(db);
      return { theme, network, browserRpcUrls: isLocal ? [] : [rpcUrlDevnet, rpcUrlMainnet] };
    },
    webRoot,
    version: packageFile.version,
    redis: cluster?.redis ?? null,
    ...(localChain && {
      mount: (app) => mountLocalChain(app, localChain, { publicOrigin: config.publicOrigin, log }),
    }),
  });
  sockets.attach(http.app.server, {});
  const port = await http.listen(config);
  closers.push(sockets.close, http.close);
  const baseUrl = `http://${config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${port}`;
  log.info({ url: baseUrl, network: settings.network, database: database.kind }, "Furlong is open");
  if (process.stdout.isTTY) console.log(`\n  Furlong is open at ${baseUrl}\n`);

  const { signal } = stopping;
  const background = (everyMs: number, about: string, step: () => Promise<void>) =>
    repeat({ clock, everyMs, signal, onError: onError(about) }, step);
  const running = [
    background(SECOND_MS, "open sockets could not be checked", sockets.recheck),
    background(TIDY_EVERY_MS, "the database could not be tidied", () => database.tidy()),
    background(HOUR_MS, "old sign-ins could not be removed", () => forgetOldSignIns({ db, clock })),
    lead({ db, clock, log }, { holder, signal, isAlone: database.kind === "embedded" }, (leadership) =>
      driveGame(
        {
          ...money,
          log,
          vault,
          seeds,
          reader,
          watchDeposits,
          reconcile: reconciler({
            ...stockPorts,
            entropy,
            broadcast,
            log,
            adminWallets: () => listAdminWallets(db, config.adminWallets),
          }),
        },
        leadership,
      ),
    ),
  ];
  closers.push(async () => void (await Promise.all(running)));
  if (config.localPlayers > 0 && isLocal) {
    const { localPlayers: count, dataDir } = config;
    closers.push(startPracticeBettors({ count, baseUrl, dataDir, log }));
  }
}

async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl === null) return openEmbedded({ dataDir: config.dataDir });
  const onError = (error: unknown) => log.warn({ err: error }, "a database connection broke");
  return openPostgres({ url: config.databaseUrl, onError });
}

interface Here {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly log: Logger;
  readonly holder: string;
}

const openChainHere = ({ config, database, log, holder }: Here): Promise<LocalChainHost> =>
  openLocalChainHost({
    db: database.db,
    clock,
    log,
    holder,
    address: `http://${config.host}:${config.port}`,
    isAlone: database.kind === "embedded",
    slotMs: config.localSlotMs,
  });

interface Node {
  readonly config: Config;
  readonly network: "localnet" | "devnet" | "mainnet-beta";
  readonly localChain: LocalChainHost | null;
  readonly log: Logger;
}

function chainOf({ config, network, localChain, log }: Node): Chain {
  if (localChain) return solanaChain({ transport: localChain.transport, log });
  return solanaChain({ url: network === "devnet" ? config.rpcUrls.devnet : config.rpcUrls.mainnet, log });
}

main().catch((error: unknown) => {
  if (error instanceof OperatorError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
