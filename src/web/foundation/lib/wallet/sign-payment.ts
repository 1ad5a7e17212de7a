import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { TransactionVersion } from "../../../../contract/bets/transaction-version.ts";
import { walletChain } from "../../../../contract/sign-in/wallet-chain.ts";
import type { Network } from "../../../../domain/networks.ts";
import { encodeBase58 } from "../../../../domain/base58.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import { ownAccount, paymentFeatureOf } from "./features.ts";
import { askWallet, WalletFailure } from "./wallet-failure.ts";

/** Either the wallet has sent the payment itself, or it returns the signed bytes for the server to send. */
export type SignedPayment =
  | { readonly kind: "sent"; readonly signature: string }
  | { readonly kind: "signed"; readonly signedTransaction: string };

/** Has payments prepared and signed in the way of a wallet (rule BET-28). */
export interface Payer {
  /** Version of transactions to prepare for it. */
  readonly version: TransactionVersion;
  /** Has the wallet sign a serialized transaction, base64. */
  readonly sign: (serializedTransaction: string) => Promise<SignedPayment>;
}

export const payerOf = (wallet: Wallet, account: WalletAccount, network: Network): Payer => ({
  // One that signs no payments can only bet from the balance, where there is no transaction.
  version: paymentFeatureOf(wallet, network)?.version ?? 0,
  sign: (transaction) => signPayment(wallet, account, network, transaction),
});

/** Has the wallet sign a prepared payment, base64, and send it if it can. Rejects with a WalletFailure. */
export async function signPayment(
  wallet: Wallet,
  connected: WalletAccount,
  network: Network,
  serializedTransaction: string,
): Promise<SignedPayment> {
  const payment = paymentFeatureOf(wallet, network);
  const chain = walletChain(network);
  const account = ownAccount(wallet, connected);
  const transaction = fromBase64(serializedTransaction);
  switch (payment?.kind) {
    case undefined:
      throw new Error(`${wallet.name} cannot sign for ${network}.`);
    case "send": {
      const options = { preflightCommitment: "finalized" } as const;
      const request = () => payment.feature.signAndSendTransaction({ account, transaction, chain, options });
      const [sent] = await askWallet(request, { maySend: true });
      if (sent === undefined)
        throw new WalletFailure(`${wallet.name} named no signature.`, { maySend: true });
      return { kind: "sent", signature: encodeBase58(sent.signature) };
    }
    case "sign": {
      const [signed] = await askWallet(() =>
        payment.feature.signTransaction({ account, transaction, chain }),
      );
      if (signed === undefined) throw new WalletFailure(`${wallet.name} signed nothing.`);
      return { kind: "signed", signedTransaction: toBase64(signed.signedTransaction) };
    }
  }
}
