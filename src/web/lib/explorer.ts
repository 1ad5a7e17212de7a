import type { Network } from "../../contract/settings/runtime.ts";

/** Where a transaction can be looked up; null on the local chain, which no explorer knows (rule DASHBOARD-17). */
export function explorerUrl(network: Network, signature: string): string | null {
  if (network === "localnet") return null;
  const cluster = network === "devnet" ? "?cluster=devnet" : "";
  return `https://explorer.solana.com/tx/${signature}${cluster}`;
}
