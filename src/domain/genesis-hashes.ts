import { DEVNET_GENESIS_HASH, type Network, networks, type PublicNetwork } from "./networks.ts";

export const publicNetworks = networks.filter((network) => network !== "localnet");

/**
 * The genesis hashes of Solana's public networks, which identify the network that a node belongs to (rule LIMITS-5).
 */
export const genesisHashes = {
  devnet: DEVNET_GENESIS_HASH,
  "mainnet-beta": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
} as const satisfies Record<PublicNetwork, string>;

/** The network of a chain with this genesis hash; every embedded chain has one of its own. */
export const networkWith = (genesisHash: string): Network =>
  publicNetworks.find((network) => genesisHashes[network] === genesisHash) ?? "localnet";
