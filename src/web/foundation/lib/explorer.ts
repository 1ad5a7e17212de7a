import type { Network } from "../../../domain/networks.ts";

/** Where a transaction can be looked up; null on the local chain, which no explorer knows. */
export function explorerUrl(network: Network, signature: string): string | null {
  if (network === "localnet") return null;
  const cluster = network === "devnet" ? "?cluster=devnet" : "";
  return `https://explorer.solana.com/tx/${signature}${cluster}`;
}
