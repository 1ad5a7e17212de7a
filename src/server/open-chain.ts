import { genesisHashes } from "../domain/genesis-hashes.ts";
import type { Network, PublicNetwork } from "../domain/networks.ts";
import { type LocalChainHost, openLocalChainHost } from "./adapters/local-chain-host.ts";
import type { NodeGovernor } from "./adapters/node-governor.ts";
import { type NodeSocket, openNodeSocket } from "./adapters/node-socket.ts";
import { openLocalValidator } from "./adapters/local-validator.ts";
import { governedChain, guardedSocketAt, nodeSocketAt } from "./adapters/open-node.ts";
import { httpExchange, textTransport } from "./adapters/rpc-transport.ts";
import { readHouseWallets } from "./foundation/books/payments.ts";
import { nodeOfNetwork } from "./foundation/chain/node-of-network.ts";
import { nodePool } from "./foundation/chain/node-pool.ts";
import { pooledChain } from "./foundation/chain/pooled-chain.ts";
import { shownRpcUrl } from "../domain/rpc-url.ts";
import type { LabelledGauge } from "./foundation/metrics.ts";
import type { NodeNews } from "./foundation/chain/node-news.ts";
import { settingsUrl } from "./foundation/chain/node-url.ts";
import { sparingChain } from "./foundation/chain/sparing-chain.ts";
import { switchableChain } from "./foundation/chain/switchable-chain.ts";
import type { Config } from "./foundation/config.ts";
import type { OpenDatabase, Queryable } from "./foundation/db/database.ts";
import type { Job } from "./foundation/feature.ts";
import { nodeFollower } from "./follow-node-setting.ts";
import type { Logger } from "./foundation/log.ts";
import type { Chain, Clock } from "./foundation/ports.ts";
import { readSettings } from "./foundation/settings/stored-settings.ts";

interface Options {
  /** The governor that every call to the node at a URL goes through. */
  readonly governorOf: (url: string) => NodeGovernor;
  readonly config: Pick<Config, "host" | "port" | "localSlotMs" | "localValidatorUrl" | "rpcUrls">;
  readonly network: Network;
  readonly database: Pick<OpenDatabase, "db" | "kind">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Identifies this run of this process. */
  readonly holder: string;
  /** Opens a node that an admin named. */
  readonly openNode: (url: string) => Chain;
}

/** What local mode offers of its chain, embedded or a validator's. */
type LocalNode = Pick<LocalChainHost, "answer" | "attach" | "faucetAddress" | "airdrop">;

interface OpenChain {
  readonly chain: Chain;
  /** Events that the node pushes without being asked. */
  readonly news: NodeNews;
  /** The chain of local mode behind it; null outside. */
  readonly local: LocalNode | null;
  readonly jobs: readonly Job[];
  readonly gauges: readonly LabelledGauge[];
  readonly close: () => Promise<void>;
}

/**
 * Opens the chain that holds the money: the embedded one or a validator in local mode, otherwise that of an RPC node.
 */
export async function openChain(options: Options): Promise<OpenChain> {
  const { config, network, database, clock, log, holder, governorOf } = options;
  if (network !== "localnet") return openPublicChain({ ...options, network });
  if (config.localValidatorUrl !== null) return openValidatorChain(options, config.localValidatorUrl);
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
    chain: governedChain(local.transport, { log, governor: governorOf("") }),
    local,
    news: local.news,
    jobs: [],
    gauges: [nodeGauge(() => [{ name: "embedded" }])],
    close: () => local.close(),
  };
}

/** Opens the chain of a validator on this machine, whose calls have no budget (rule LOCALNET-7). */
async function openValidatorChain(
  { database: { db }, clock, log, governorOf }: Options,
  url: string,
): Promise<OpenChain> {
  const { genesisHash, transport, connect, ...local } = await openLocalValidator({ db, clock, url });
  const node = governedChain(transport, { log, governor: governorOf("") });
  const name = shownRpcUrl(url);
  const socket = openNodeSocket({
    clock,
    log,
    connect: async () => connect(),
    addresses: async () => (await readHouseWallets(db)).keys(),
  });
  return {
    chain: sparingChain(nodeOfNetwork(node, { network: "localnet", genesisHash, name, clock, log }), clock),
    local,
    news: socket,
    jobs: [newsOf(socket)],
    gauges: [nodeGauge(() => [{ name }])],
    close: async () => socket.close(),
  };
}

const newsOf = (socket: NodeSocket): Job => ({
  name: "news of the node",
  runsOn: "every instance",
  everyMs: TEND_SOCKET_EVERY_MS,
  round: () => socket.tend(),
});

interface NodePorts {
  readonly clock: Clock;
  /** The governor that every call to the node at a URL goes through. */
  readonly governorOf: (url: string) => NodeGovernor;
  readonly config: Pick<Config, "rpcUrls">;
  readonly db: Queryable;
  readonly log: Logger;
  /** Opens a node that an admin named. */
  readonly openNode: (url: string) => Chain;
}

/**
 * The nodes to use on a network: those of the environment take precedence over the one in the settings (rule LIMITS-5).
 */
export async function openNetwork(
  ports: NodePorts,
  network: PublicNetwork,
): Promise<{ readonly node: Chain; readonly url: string; readonly fixed: FixedNodes | null }> {
  const fixedUrls = ports.config.rpcUrls[network];
  const [first] = fixedUrls ?? [];
  if (fixedUrls !== null && first !== undefined) {
    const fixed = openFixedNodes(ports, { urls: fixedUrls, network });
    return { node: fixed.chain, url: first, fixed };
  }
  const url = settingsUrl(network, await readSettings(ports.db));
  return { node: openSettingsNode(ports, network)(url), url, fixed: null };
}

/** Opens nodes that an admin named for a network. */
const openSettingsNode =
  ({ openNode, clock, log }: Pick<NodePorts, "openNode" | "clock" | "log">, network: PublicNetwork) =>
  (url: string): Chain =>
    nodeOfNetwork(openNode(url), {
      network,
      genesisHash: genesisHashes[network],
      name: shownRpcUrl(url),
      clock,
      log,
    });

/** The environment's nodes, which do not change while the server runs. */
interface FixedNodes {
  readonly chain: Chain;
  /** The node to subscribe to for events. */
  readonly listenTo: () => { readonly node: Chain; readonly url: string };
  readonly jobs: readonly Job[];
  readonly gauges: readonly LabelledGauge[];
}

const COMPARE_NODES_EVERY_MS = 5_000;

/** Each node has its own budget, because each counts the calls that it receives (rule LIMITS-18). */
function openFixedNodes(
  { log, clock, governorOf }: Pick<NodePorts, "log" | "clock" | "governorOf">,
  { urls, network }: { readonly urls: readonly string[]; readonly network: PublicNetwork },
): FixedNodes {
  const nodes = urls.map((url, index) => {
    const governor = governorOf(url);
    const governed = governedChain(textTransport(httpExchange(url)), { log, governor });
    const name = `${index + 1} ${shownRpcUrl(url)}`;
    return {
      name,
      url,
      node: nodeOfNetwork(governed, { network, genesisHash: genesisHashes[network], name, clock, log }),
    };
  });
  const [only, ...others] = nodes;
  if (only === undefined) throw new Error("no node is named");
  if (others.length === 0) {
    return { chain: only.node, listenTo: () => only, jobs: [], gauges: [nodeGauge(() => [only])] };
  }
  const pool = nodePool(nodes, { clock, log });
  return {
    chain: pooledChain(
      pool,
      nodes.map(({ node }) => node),
    ),
    listenTo() {
      const healthy = pool.states().find(({ reason }) => reason === null);
      return nodes.find(({ name }) => name === healthy?.name) ?? only;
    },
    jobs: [
      {
        name: "comparison of the nodes",
        runsOn: "every instance",
        everyMs: COMPARE_NODES_EVERY_MS,
        round: pool.compareSlots,
      },
    ],
    gauges: [nodeGauge(pool.states)],
  };
}

/** A single node is never put aside. */
const nodeGauge = (
  states: () => readonly { readonly name: string; readonly reason?: string | null }[],
): LabelledGauge => ({
  name: "furlong_node_aside",
  help: "1 for a Solana node that is asked last: silent, of another network, behind or contradicted by others",
  label: "node",
  read: async () => new Map(states().map(({ name, reason = null }) => [name, reason === null ? 0 : 1])),
});

const FOLLOW_NODE_EVERY_MS = 1_000;
const TEND_SOCKET_EVERY_MS = 500;

/** Follows the node in the settings while the server runs (rule LIMITS-5). */
async function openPublicChain({
  network,
  database: { db },
  ...ports
}: Options & { readonly network: PublicNetwork }): Promise<OpenChain> {
  const { node, url, fixed } = await openNetwork({ ...ports, db }, network);
  const switchable = switchableChain(node);
  let currentUrl = url;
  const openSocket = fixed ? nodeSocketAt : guardedSocketAt({ isLocal: false });
  const socket = openNodeSocket({
    ...ports,
    async connect() {
      const source = fixed ? fixed.listenTo() : { node: switchable.chain, url: currentUrl };
      const hash = await source.node.genesisHash();
      if (hash !== genesisHashes[network]) throw new Error("the chain node is of another network");
      return openSocket(source.url);
    },
    addresses: async () => (await readHouseWallets(db)).keys(),
  });
  const tending = newsOf(socket);
  const opened = { news: socket, local: null, close: async () => socket.close() };
  if (fixed) {
    const chain = sparingChain(node, ports.clock);
    return { ...opened, chain, jobs: [tending, ...fixed.jobs], gauges: fixed.gauges };
  }
  const onUse = (next: string) => {
    currentUrl = next;
    socket.reconnect();
  };
  const following: Job = {
    name: "choice of the node",
    runsOn: "every instance",
    everyMs: FOLLOW_NODE_EVERY_MS,
    wokenBy: ["settings"],
    round: nodeFollower(
      { ...ports, db, network, switchable, openNode: openSettingsNode(ports, network), onUse },
      url,
    ),
  };
  return {
    ...opened,
    chain: sparingChain(switchable.chain, ports.clock),
    jobs: [tending, following],
    gauges: [nodeGauge(() => [{ name: shownRpcUrl(currentUrl) }])],
  };
}
