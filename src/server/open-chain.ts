import type { Network } from "../contract/settings/runtime.ts";
import { type LocalChainHost, openLocalChainHost } from "./adapters/local-chain-host.ts";
import type { NodeGovernor } from "./adapters/node-governor.ts";
import { openNodeSocket } from "./adapters/node-socket.ts";
import { governedChain, guardedSocketAt, nodeSocketAt } from "./adapters/open-node.ts";
import { httpExchange, textTransport } from "./adapters/rpc-transport.ts";
import { readHouseWallets } from "./books/payments.ts";
import type { PublicNetwork } from "./chain/genesis-hashes.ts";
import { type NodeNews, noNews } from "./chain/node-news.ts";
import { settingsUrl } from "./chain/node-url.ts";
import { sparingChain } from "./chain/sparing-chain.ts";
import { switchableChain } from "./chain/switchable-chain.ts";
import type { Config } from "./config.ts";
import type { OpenDatabase, Queryable } from "./db/database.ts";
import type { Job } from "./feature.ts";
import { nodeFollower } from "./follow-node-setting.ts";
import type { Logger } from "./log.ts";
import type { Chain, Clock } from "./ports.ts";
import { readSettings } from "./settings/stored-settings.ts";

interface Options {
  /** What every call to a node goes through. */
  readonly governor: NodeGovernor;
  readonly config: Pick<Config, "host" | "port" | "localSlotMs" | "rpcUrls">;
  readonly network: Network;
  readonly database: Pick<OpenDatabase, "db" | "kind">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names this run of this process. */
  readonly holder: string;
  /** Opens a node that an admin named. */
  readonly openNode: (url: string) => Chain;
}

interface OpenChain {
  readonly chain: Chain;
  /** What the node tells by itself. */
  readonly news: NodeNews;
  /** The embedded chain behind it; null outside local mode. */
  readonly local: LocalChainHost | null;
  readonly jobs: readonly Job[];
  readonly close: () => Promise<void>;
}

/** The chain that the money is on: the embedded one in local mode, else that of an RPC node. */
export async function openChain(options: Options): Promise<OpenChain> {
  const { config, network, database, clock, log, holder, governor } = options;
  if (network !== "localnet") return openPublicChain({ ...options, network });
  const local = await openLocalChainHost({
    db: database.db,
    clock,
    log,
    holder,
    address: `http://${config.host}:${config.port}`,
    isAlone: database.kind === "embedded",
    slotMs: config.localSlotMs,
  });
  return {
    chain: governedChain(local.transport, { log, governor }),
    local,
    news: noNews,
    jobs: [],
    close: () => local.close(),
  };
}

interface NodePorts {
  readonly governor: NodeGovernor;
  readonly config: Pick<Config, "rpcUrls">;
  readonly db: Queryable;
  readonly log: Logger;
  /** Opens a node that an admin named. */
  readonly openNode: (url: string) => Chain;
}

/** The node to ask on a network: one of the environment wins over that of the settings (rule LIMITS-5). */
export async function openNetwork(
  { config, db, log, openNode, governor }: NodePorts,
  network: PublicNetwork,
): Promise<{ readonly node: Chain; readonly url: string; readonly isFixed: boolean }> {
  const fixed = config.rpcUrls[network];
  if (fixed !== null) {
    const node = governedChain(textTransport(httpExchange(fixed)), { log, governor });
    return { node, url: fixed, isFixed: true };
  }
  const url = settingsUrl(network, await readSettings(db));
  return { node: openNode(url), url, isFixed: false };
}

const FOLLOW_NODE_EVERY_MS = 1_000;
const TEND_SOCKET_EVERY_MS = 500;

/** The settings' node is followed while the server runs (rule LIMITS-5). */
async function openPublicChain({
  network,
  database: { db },
  ...ports
}: Options & { readonly network: PublicNetwork }): Promise<OpenChain> {
  const { node, url, isFixed } = await openNetwork({ ...ports, db }, network);
  let asked = url;
  const connect = isFixed ? nodeSocketAt : guardedSocketAt({ isLocal: false });
  const socket = openNodeSocket({
    ...ports,
    connect: () => connect(asked),
    addresses: async () => (await readHouseWallets(db)).keys(),
  });
  const switchable = switchableChain(node);
  const onUse = (next: string) => {
    asked = next;
    socket.reconnect();
  };
  const tending: Job = {
    name: "news of the node",
    runsOn: "every instance",
    everyMs: TEND_SOCKET_EVERY_MS,
    round: () => socket.tend(),
  };
  const following: Job = {
    name: "choice of the node",
    runsOn: "every instance",
    everyMs: FOLLOW_NODE_EVERY_MS,
    round: nodeFollower({ ...ports, db, network, switchable, onUse }, url),
  };
  return {
    chain: sparingChain(switchable.chain, ports.clock),
    news: socket,
    local: null,
    jobs: isFixed ? [tending] : [tending, following],
    close: async () => socket.close(),
  };
}
