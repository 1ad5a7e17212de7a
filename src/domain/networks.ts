/** What the house can run on: the embedded chain, and Solana's public networks. */
export const networks = ["localnet", "devnet", "mainnet-beta"] as const;
export type Network = (typeof networks)[number];

/** A public network of Solana, as opposed to the embedded chain. */
export type PublicNetwork = Exclude<Network, "localnet">;

/** Apart from the others (genesis-hashes.ts), as the first script of the page needs only this one. */
export const DEVNET_GENESIS_HASH = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
