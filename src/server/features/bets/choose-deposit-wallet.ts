import { createHash } from "node:crypto";

export interface DepositWallets {
  addresses(kind: "deposit"): Promise<readonly string[]>;
}

/**
 * The active deposit wallet that a payment is to go to. The wallets take turns by the hash of the payment's id, so that
 * each gets its share no matter which instance prepares the payment (rule MONEY-26). Null if there is none yet.
 */
export async function chooseDepositWallet(vault: DepositWallets, id: string): Promise<string | null> {
  const wallets = await vault.addresses("deposit");
  if (wallets.length === 0) return null;
  const turn = createHash("sha256").update(id).digest().readUIntBE(0, 6) % wallets.length;
  return wallets[turn] ?? null;
}
