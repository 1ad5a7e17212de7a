import type { Network } from "../../contract/settings/runtime.ts";

/** A network that is not this installation's own. */
export type PublicNetwork = Exclude<Network, "localnet">;

/** The hash that Solana's public networks begin with: by it a node is known to be of the network (rule LIMITS-5). */
export const genesisHashes: Readonly<Record<PublicNetwork, string>> = {
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "mainnet-beta": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
};
