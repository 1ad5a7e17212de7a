import type { Redis } from "ioredis";
import { randomBytes } from "node:crypto";
import pino from "pino";
import { nodeGovernor } from "../../src/server/adapters/node-governor.ts";
import { nodeOpener, nodeUrlChecker } from "../../src/server/adapters/open-node.ts";
import { openNetwork } from "../../src/server/open-chain.ts";
import { noNews } from "../../src/server/foundation/chain/node-news.ts";
import type { RpcUrls } from "../../src/server/foundation/chain/node-url.ts";
import { openMetrics } from "../../src/server/adapters/metrics.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { readSettings } from "../../src/server/foundation/settings/stored-settings.ts";
import type { Handlers } from "../../src/server/foundation/http/handler.ts";
import { openFeatures } from "../../src/server/features.ts";
import { openVault, wrongPasswordLimit } from "../../src/server/features/house-wallets/vault.ts";
import { type CallLimits, localLimits } from "../../src/server/foundation/http/limits.ts";
import { moderationLimit } from "../../src/server/foundation/http/moderation-limit.ts";
import { type HttpServer, openHttp } from "../../src/server/foundation/http/server.ts";
import type { SocketCluster } from "../../src/server/foundation/sockets/socket-cluster.ts";
import type { SocketHandlers } from "../../src/server/foundation/sockets/socket-handler.ts";
import { localSocketLimits, type SocketLimits } from "../../src/server/foundation/sockets/socket-limits.ts";
import { openSockets, type Sockets } from "../../src/server/foundation/sockets/sockets.ts";
import { sessionReader } from "../../src/server/features/sign-in/sessions.ts";
import {
  type Broadcast,
  type Chain,
  ChainUnavailable,
  type Clock,
  type Entropy,
} from "../../src/server/foundation/ports.ts";
import { seedVault } from "../../src/server/features/races/seeds/seed-chain.ts";
import { type Lamports, lamports } from "../../src/domain/lamports.ts";
import { type ManualClock, manualClock } from "./clock.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";

export interface TestServer {
  /** Without a path: `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly db: Db;
  readonly clock: ManualClock;
  readonly entropy: Entropy;
  readonly sockets: Sockets;
  readonly http: HttpServer;
  readonly features: ReturnType<typeof openFeatures>;
  readonly broadcast: Broadcast;
  /** The server's log, line by line. */
  readonly logged: readonly string[];
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly publicOrigin?: string;
  readonly adminWallets?: readonly string[];
  readonly secondAdminAbove?: Lamports;
  readonly metricsToken?: string;
  readonly trustedProxies?: (address: string, hop: number) => boolean;
  readonly countryHeader?: string;
  readonly limits?: CallLimits;
  readonly socketLimits?: SocketLimits;
  readonly chain?: Partial<Chain>;
  readonly isLocal?: boolean;
  readonly rpcUrls?: RpcUrls;
  /** Where on this machine the node answers that an admin names by a public URL. */
  readonly nodeAt?: (url: string) => string;
  /** A database that others also use, and close; a fresh one if absent. */
  readonly database?: TestDatabase;
  /**
   * A clock shared with others; if absent, one that starts at the real time, since cookies also expire by the client's
   * clock.
   */
  readonly clock?: ManualClock;
  readonly webRoot?: string;
  readonly socketHandlers?: Partial<SocketHandlers>;
  /** Connects the sockets to those of other servers. */
  readonly cluster?: SocketCluster;
  /** Counts limits together with the other servers that use it. */
  readonly redis?: Redis;
  /** Replaces or adds handlers, to test how the server treats what they do. */
  readonly handlers?: Partial<Handlers>;
}

const VERSION = "0.0.0-test";
const entropy: Entropy = { bytes: (length) => new Uint8Array(randomBytes(length)) };

const silent = () => Promise.reject(new ChainUnavailable("There is no chain here"));

/** What players' pages read from a chain without accounts; any other call fails. */
const emptyChain: Chain = {
  balance: async () => lamports(0n),
  balances: silent,
  fundedBy: async () => null,
  genesisHash: async () => "11111111111111111111111111111111",
  slot: silent,
  newestSlot: silent,
  tip: silent,
  latestBlockhash: silent,
  hasBlockhash: silent,
  firstAvailableBlock: silent,
  signatureStatuses: silent,
  transaction: silent,
  signaturesFor: silent,
  recentPriorityFees: silent,
  simulatedUnits: silent,
  send: silent,
  firstBlockFrom: silent,
};

/** The real HTTP server and sockets on a free loopback port, with a fresh database. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const { db } = database;
  const clock = options.clock ?? manualClock(Date.now());
  const ports = { db, clock: clock as Clock, entropy };
  const logged: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
  const metrics = openMetrics();
  const sessions = sessionReader({ ...ports, adminWallets: options.adminWallets ?? [] });
  const config = {
    publicOrigin: options.publicOrigin ?? null,
    trustedProxies: options.trustedProxies ?? (() => false),
    countryHeader: options.countryHeader ?? null,
    metricsToken: options.metricsToken ?? null,
  };
  const limits = options.socketLimits ?? localSocketLimits;
  const cluster = options.cluster ?? null;
  const redis = options.redis ?? null;
  const moderation = moderationLimit(redis);
  const sockets = openSockets({ config, sessions, clock, log, metrics, limits, moderation, cluster, redis });
  const rpcUrls = options.rpcUrls ?? { devnet: null, "mainnet-beta": null };
  const governor = nodeGovernor({ budget: null, clock, log });
  const { nodeAt } = options;
  const openNamed = nodeOpener({ log, isLocal: nodeAt !== undefined || (options.isLocal ?? true), governor });
  const openNode = (url: string) => openNamed(nodeAt?.(url) ?? url);
  const features = openFeatures({
    ...ports,
    log,
    chain: { ...emptyChain, ...options.chain },
    news: noNews,
    broadcast: sockets.broadcast,
    vault: openVault({ db, clock, wrongPasswords: wrongPasswordLimit(null) }),
    seeds: seedVault({ ...ports, seedKey: entropy.bytes(32) }),
    adminWallets: options.adminWallets ?? [],
    secondAdminAbove: options.secondAdminAbove ?? null,
    houseSources: new Set(),
    isRedisSilent: null,
    network: "localnet",
    isLocal: options.isLocal ?? true,
    refusesNetwork: () => null,
    openNetwork: async (network) =>
      (
        await openNetwork(
          { config: { rpcUrls }, db, clock, log, openNode, governorOf: () => governor },
          network,
        )
      ).node,
    rpcUrls,
    openNode,
    mayOpenNode: nodeUrlChecker({ isLocal: options.isLocal ?? true }),
    version: VERSION,
    publicHost: "localhost",
  });
  const http = await openHttp({
    config,
    db,
    sessions,
    clock,
    log,
    metrics,
    limits: options.limits ?? localLimits,
    moderation,
    redis,
    isLocal: options.isLocal ?? true,
    version: VERSION,
    webRoot: options.webRoot ?? null,
    pageSettings: async () => {
      const { theme, network } = await readSettings(db);
      return { theme, network, browserRpcUrls: ["https://rpc.example.com/key"] };
    },
    previews: features.previews,
    handlers: { ...features.handlers, ...options.handlers },
    files: features.files,
    feeds: features.feeds,
  });
  sockets.attach(http.app.server, { ...features.socketHandlers, ...options.socketHandlers });
  const port = await http.listen({ host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    db,
    clock,
    entropy,
    sockets,
    http,
    features,
    broadcast: sockets.broadcast,
    logged,
    async close() {
      await sockets.close();
      await http.close();
      if (options.database === undefined) await database.close();
    },
  };
}
