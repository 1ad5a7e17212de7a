import {
  SolanaSignAndSendTransaction,
  SolanaSignIn,
  SolanaSignMessage,
  SolanaSignTransaction,
} from "@solana/wallet-standard-features";
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import type { Wallet } from "@wallet-standard/base";
import { StandardConnect, StandardEvents } from "@wallet-standard/features";
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from "@wallet-standard/features";

/** Every Wallet Standard feature that the game uses; a wallet has some of them. */
export type WalletFeatures = Partial<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignInFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature
>;

/** The wallet's features by name. The standard fixes what stands behind each name. */
export const featuresOf = (wallet: Wallet): WalletFeatures => wallet.features as WalletFeatures;

/** Whether a wallet can do all that a bet needs: connect, prove its address, sign a Solana transaction. */
export function isUsable(wallet: Wallet): boolean {
  const has = (feature: string) => Object.hasOwn(wallet.features, feature);
  return (
    wallet.chains.some((chain) => chain.startsWith("solana:")) &&
    has(StandardConnect) &&
    has(StandardEvents) &&
    (has(SolanaSignIn) || has(SolanaSignMessage)) &&
    (has(SolanaSignTransaction) || has(SolanaSignAndSendTransaction))
  );
}
