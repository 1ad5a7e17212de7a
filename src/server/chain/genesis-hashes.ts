import type { Network } from "../../contract/settings/runtime.ts";

/** A public network, as opposed to the embedded chain. */
export type PublicNetwork = Exclude<Network, "localnet">;

/**
 * The genesis hashes of Solana's public networks, which identify the network that a node belongs to (rule LIMITS-5).
 */
export const genesisHashes: Readonly<Record<PublicNetwork, string>> = {
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "mainnet-beta": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
};
