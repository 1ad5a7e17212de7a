import type { Network } from "../../domain/networks.ts";

/** A network by the name that wallets use. */
export const walletChain = (network: Network) =>
  `solana:${network === "mainnet-beta" ? "mainnet" : network}` as const;
