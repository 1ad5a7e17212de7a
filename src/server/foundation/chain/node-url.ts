import { publicNetworks } from "../../../domain/genesis-hashes.ts";
import type { SettingKey, Settings } from "../../../domain/settings.ts";
import type { PublicNetwork } from "../../../domain/networks.ts";

/** The environment's node URLs, by network, in the order in which they are asked; null where it names none. */
export type RpcUrls = Readonly<Record<PublicNetwork, readonly string[] | null>>;

/** The setting that names the node of a network. */
export const rpcUrlKeys = {
  devnet: "rpc_url_devnet",
  "mainnet-beta": "rpc_url_mainnet",
} as const satisfies Record<PublicNetwork, SettingKey>;

/** The network whose node this setting names; null for every other setting. */
export const networkOfKey = (key: string): PublicNetwork | null =>
  publicNetworks.find((network) => rpcUrlKeys[network] === key) ?? null;

/** The node named in the settings. */
export const settingsUrl = (
  network: PublicNetwork,
  { rpcUrlDevnet, rpcUrlMainnet }: Pick<Settings, "rpcUrlDevnet" | "rpcUrlMainnet">,
): string => ({ devnet: rpcUrlDevnet, "mainnet-beta": rpcUrlMainnet })[network];

/** The nodes that browsers use: Solana's own public ones, never one that the house may pay for (rule LIMITS-5). */
export const publicRpcUrls: Readonly<Record<PublicNetwork, string>> = {
  devnet: "https://api.devnet.solana.com",
  "mainnet-beta": "https://api.mainnet-beta.solana.com",
};
