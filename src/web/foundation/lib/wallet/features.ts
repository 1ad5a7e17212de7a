import { SolanaSignAndSendTransaction, SolanaSignTransaction } from "@solana/wallet-standard-features";
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { StandardConnect } from "@wallet-standard/features";
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from "@wallet-standard/features";
import type { TransactionVersion } from "../../../../contract/bets/transaction-version.ts";
import { walletChain } from "../../../../contract/sign-in/wallet-chain.ts";
import { canSignMessages, canSignTransactions } from "./signing-method.ts";
import type { Network } from "../../../../domain/networks.ts";

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
export type PaymentFeature = { readonly version: TransactionVersion } & (
  | {
      readonly kind: "send";
      readonly feature: SolanaSignAndSendTransactionFeature[typeof SolanaSignAndSendTransaction];
    }
  | { readonly kind: "sign"; readonly feature: SolanaSignTransactionFeature[typeof SolanaSignTransaction] }
);

/** In order of preference: every cluster runs the first two, and wallets show the first one best. */
const versions = [0, "legacy", 1] as const;

/** The version in which a feature of the wallet is given payments; undefined if it signs none that exists. */
const versionFor = (
  feature: { readonly supportedTransactionVersions: readonly unknown[] } | undefined,
): TransactionVersion | undefined =>
  versions.find((version) => feature?.supportedTransactionVersions.includes(version));

/**
 * The feature with which a wallet pays and the version of transactions that it signs (rule BET-28), or null if it has
 * none. On a real cluster the wallet sends, since it knows its own node; only the server knows the local chain.
 */
export function paymentFeatureOf(wallet: Wallet, network: Network | null): PaymentFeature | null {
  const { [SolanaSignAndSendTransaction]: sender, [SolanaSignTransaction]: signer } = featuresOf(wallet);
  const sent = versionFor(sender);
  if (network !== "localnet" && sender !== undefined && sent !== undefined)
    return { kind: "send", feature: sender, version: sent };
  const version = versionFor(signer);
  return signer === undefined || version === undefined ? null : { kind: "sign", feature: signer, version };
}

/**
 * What prevents a wallet from betting on a network, or null.
 *
 * @param network null while it is not known
 */
export function obstacleOf(wallet: Wallet, network: Network | null): WalletObstacle | null {
  const has = (feature: string) => Object.hasOwn(wallet.features, feature);
  if (network !== null && !wallet.chains.includes(walletChain(network))) return "lacksNetwork";
  if (!has(StandardConnect)) return "cannotConnect";
  if (!canSignMessages(wallet) && !canSignTransactions(wallet)) return "cannotProve";
  return paymentFeatureOf(wallet, network) === null ? "cannotSign" : null;
}
