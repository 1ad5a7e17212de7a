import type { Network } from "../contract/settings/runtime.ts";
import { type LocalChainHost, openLocalChainHost } from "./adapters/local-chain-host.ts";
import { solanaChain } from "./adapters/solana-chain.ts";
import type { Config } from "./config.ts";
import type { OpenDatabase } from "./db/database.ts";
import type { Logger } from "./log.ts";
import type { Chain, Clock } from "./ports.ts";

interface Options {
  readonly config: Pick<Config, "host" | "port" | "localSlotMs" | "rpcUrls">;
  readonly network: Network;
  readonly database: Pick<OpenDatabase, "db" | "kind">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names this run of this process. */
  readonly holder: string;
}

interface OpenChain {
  readonly chain: Chain;
  /** The embedded chain behind it; null outside local mode. */
  readonly local: LocalChainHost | null;
}

/** The chain that the money is on: the embedded one in local mode, else that of an RPC node. */
export async function openChain(options: Options): Promise<OpenChain> {
  const { config, network, database, clock, log, holder } = options;
  if (network !== "localnet") {
    const url = network === "devnet" ? config.rpcUrls.devnet : config.rpcUrls.mainnet;
    return { chain: solanaChain({ url, log }), local: null };
  }
  const local = await openLocalChainHost({
    db: database.db,
    clock,
    log,
    holder,
    address: `http://${config.host}:${config.port}`,
    isAlone: database.kind === "embedded",
    slotMs: config.localSlotMs,
  });
  return { chain: solanaChain({ transport: local.transport, log }), local };
}
