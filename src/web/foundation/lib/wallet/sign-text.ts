import { SolanaSignMessage } from "@solana/wallet-standard-features";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { toBase64 } from "../base64.ts";
import { featuresOf, ownAccount } from "./features.ts";
import { signUnsent } from "./sign-unsent.ts";
import { type SigningMethod, signsUnsent } from "./signing-method.ts";
import { askWallet } from "./wallet-failure.ts";

/** A text's signature, or the never-sent transaction that holds the text (rule IDENTITY-8), in base64. */
export type SignedText = { readonly signature: string } | { readonly signedTransaction: string };

interface TextToSign {
  readonly chain: `${string}:${string}`;
  readonly text: string;
  /** How its owner chose to sign; absent without a choice. */
  readonly method?: SigningMethod | undefined;
}

/** Has the wallet sign a text that its owner reads there. Rejects with a WalletFailure. */
export async function signText(
  wallet: Wallet,
  account: WalletAccount,
  { chain, text, method }: TextToSign,
): Promise<SignedText> {
  if (signsUnsent(wallet, account, method)) {
    return { signedTransaction: await signUnsent(wallet, account, chain, text) };
  }
  const message = new TextEncoder().encode(text);
  const output = await askWallet(async () => {
    const feature = featuresOf(wallet)[SolanaSignMessage];
    const [signed] = (await feature?.signMessage({ account: ownAccount(wallet, account), message })) ?? [];
    return signed;
  });
  if (output === undefined) throw new Error(`${wallet.name} signed nothing.`);
  return { signature: toBase64(output.signature) };
}
