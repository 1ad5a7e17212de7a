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
import type { IdentifierString, Wallet, WalletAccount } from "@wallet-standard/base";
import { StandardConnect } from "@wallet-standard/features";
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from "@wallet-standard/features";
import type { Network } from "../../../contract/settings/runtime.ts";

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

/** The wallet's features by name. The standard defines the type behind each name. */
export const featuresOf = (wallet: Wallet): WalletFeatures => wallet.features as WalletFeatures;

/** A network by the name that wallets use. */
export const chainOf: Readonly<Record<Network, IdentifierString>> = {
  localnet: "solana:localnet",
  devnet: "solana:devnet",
  "mainnet-beta": "solana:mainnet",
};

const isSolana = (name: string): boolean => name.startsWith("solana:");

/** Whether a wallet is for Solana at all. Wallets for several chains register one object for each. */
export const isSolanaWallet = ({ chains, features }: Wallet): boolean =>
  chains.some(isSolana) || Object.keys(features).some(isSolana);

/** The Solana accounts among a wallet's accounts. */
export const solanaAccounts = (accounts: readonly WalletAccount[]): readonly WalletAccount[] =>
  accounts.filter(({ chains }) => chains.some(isSolana));

/**
 * The wallet's own object for an account. Some wallets compare accounts by identity, and hand out other objects or
 * replace their own; so it is looked up by its address whenever an account is passed to the wallet.
 */
export const ownAccount = (wallet: Wallet, account: WalletAccount): WalletAccount =>
  wallet.accounts.find(({ address }) => address === account.address) ?? account;

/** Why a wallet cannot be used: it lacks the network, or a feature. */
export type WalletObstacle = "lacksNetwork" | "cannotConnect" | "cannotProve" | "cannotSign";

/** How a wallet pays: it sends the payment itself, or signs it for the server to send. */
export type PaymentFeature =
  | {
      readonly kind: "send";
      readonly feature: SolanaSignAndSendTransactionFeature[typeof SolanaSignAndSendTransaction];
    }
  | { readonly kind: "sign"; readonly feature: SolanaSignTransactionFeature[typeof SolanaSignTransaction] };

/**
 * The feature with which a wallet pays, or null if it has none for transactions of version 0. On a real cluster the
 * wallet sends, since it knows its own node; only the server knows the local chain.
 */
export function paymentFeatureOf(wallet: Wallet, network: Network | null): PaymentFeature | null {
  const { [SolanaSignAndSendTransaction]: sender, [SolanaSignTransaction]: signer } = featuresOf(wallet);
  if (network !== "localnet" && sender?.supportedTransactionVersions.includes(0) === true)
    return { kind: "send", feature: sender };
  return signer?.supportedTransactionVersions.includes(0) === true ? { kind: "sign", feature: signer } : null;
}

/**
 * What prevents a wallet from betting on a network, or null.
 *
 * @param network null while it is not known
 */
export function obstacleOf(wallet: Wallet, network: Network | null): WalletObstacle | null {
  const has = (feature: string) => Object.hasOwn(wallet.features, feature);
  if (network !== null && !wallet.chains.includes(chainOf[network])) return "lacksNetwork";
  if (!has(StandardConnect)) return "cannotConnect";
  if (!has(SolanaSignIn) && !has(SolanaSignMessage)) return "cannotProve";
  return paymentFeatureOf(wallet, network) === null ? "cannotSign" : null;
}
