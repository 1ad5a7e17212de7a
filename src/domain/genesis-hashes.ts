/** The genesis hashes of Solana's public networks, which identify the network that a node belongs to (rule LIMITS-5). */
export const genesisHashes = {
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "mainnet-beta": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
} as const;

/** A public network, as opposed to the embedded chain. */
export type PublicNetwork = keyof typeof genesisHashes;

/** The network of a chain with this genesis hash; every embedded chain has one of its own. */
export function networkWith(genesisHash: string): PublicNetwork | "localnet" {
  if (genesisHash === genesisHashes.devnet) return "devnet";
  return genesisHash === genesisHashes["mainnet-beta"] ? "mainnet-beta" : "localnet";
}
