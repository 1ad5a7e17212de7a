import { SolanaSignAndSendTransaction, SolanaSignTransaction } from "@solana/wallet-standard-features";
import type { IdentifierString, Wallet, WalletAccount } from "@wallet-standard/base";
import { encodeBase58 } from "../../../domain/base58.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import { featuresOf } from "./features.ts";
import { askWallet } from "./wallet-failure.ts";

export type Network = "localnet" | "devnet" | "mainnet-beta";

/** Either the wallet has sent the payment itself, or it gives the signed bytes for the server to send. */
export type SignedPayment =
  | { readonly kind: "sent"; readonly signature: string }
  | { readonly kind: "signed"; readonly signedTransaction: string };

const chains: Readonly<Record<Network, IdentifierString>> = {
  localnet: "solana:localnet",
  devnet: "solana:devnet",
  "mainnet-beta": "solana:mainnet",
};

/**
 * Has the wallet sign a prepared payment, base64. A real cluster's payment is sent by the wallet itself, which
 * knows its own node; the local chain is known to our server only. Rejects with a WalletFailure.
 */
export async function signPayment(
  wallet: Wallet,
  account: WalletAccount,
  network: Network,
  serializedTransaction: string,
): Promise<SignedPayment> {
  const { [SolanaSignAndSendTransaction]: sender, [SolanaSignTransaction]: signer } = featuresOf(wallet);
  const transaction = fromBase64(serializedTransaction);
  const chain = chains[network];

  if (network !== "localnet" && sender !== undefined) {
    const [sent] = await askWallet(() =>
      sender.signAndSendTransaction({
        account,
        transaction,
        chain,
        options: { preflightCommitment: "confirmed" },
      }),
    );
    if (sent === undefined) throw new Error(`${wallet.name} sent nothing.`);
    return { kind: "sent", signature: encodeBase58(sent.signature) };
  }
  if (signer === undefined) throw new Error(`${wallet.name} cannot sign for ${network}.`);
  const [signed] = await askWallet(() => signer.signTransaction({ account, transaction, chain }));
  if (signed === undefined) throw new Error(`${wallet.name} signed nothing.`);
  return { kind: "signed", signedTransaction: toBase64(signed.signedTransaction) };
}
