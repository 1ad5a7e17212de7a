import { SolanaSignIn, SolanaSignMessage, SolanaSignTransaction } from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { readStored, writeStored } from "../storage.ts";

/** How a wallet signs a text: as a message, or in a transaction that is never sent (rule IDENTITY-8). */
export type SigningMethod = "message" | "transaction";

/** The address of the account that signs texts in transactions. */
const SIGNS_UNSENT = "signsInTransactions";

const has = ({ features }: Wallet, name: string) => Object.hasOwn(features, name);

export const canSignMessages = (wallet: Wallet): boolean =>
  has(wallet, SolanaSignIn) || has(wallet, SolanaSignMessage);

export const canSignTransactions = (wallet: Wallet): boolean => has(wallet, SolanaSignTransaction);

/**
 * Whether the account signs a text in a transaction: because its owner chose so now or before, or the wallet signs no
 * messages at all. A choice is remembered until the owner chooses the other way.
 */
export function signsUnsent(wallet: Wallet, { address }: WalletAccount, chosen?: SigningMethod): boolean {
  if (chosen !== undefined) writeStored(SIGNS_UNSENT, chosen === "transaction" ? address : null);
  return !canSignMessages(wallet) || readStored(SIGNS_UNSENT) === address;
}
