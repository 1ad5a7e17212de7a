import { SolanaSignIn, SolanaSignMessage, type SolanaSignInInput } from "@solana/wallet-standard-features";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { SignInInput } from "../../../../contract/sign-in/sign-in.ts";
import { toBase64 } from "../base64.ts";
import { featuresOf, ownAccount } from "./features.ts";
import { type SigningMethod, signsUnsent } from "./signing-method.ts";
import { askWallet } from "./wallet-failure.ts";

/** What the server checks: the address that the signer claims, and the signature over the exact text. */
export interface SignInProof {
  /** The wallet's own object for the account that signed, which need not be the requested one. */
  readonly account: WalletAccount;
  readonly address: string;
  readonly nonce: string;
  /** base64, with its signature; or in place of both a transaction */
  readonly signedMessage?: string;
  /** base64 */
  readonly signature?: string;
  /** base64 */
  readonly signedTransaction?: string;
}

/**
 * Has the wallet sign the server's sign-in input (Sign In With Solana): with its own sign-in feature if it has one,
 * otherwise as a plain message with the same text, or in a transaction that is never sent (rule IDENTITY-8). Rejects
 * with a WalletFailure.
 */
export async function proveAddress(
  wallet: Wallet,
  account: WalletAccount,
  input: SignInInput,
  method?: SigningMethod,
): Promise<SignInProof> {
  const request = { ...wireInput(input), address: account.address };
  const features = featuresOf(wallet);
  const signInFeature = features[SolanaSignIn];
  const messageFeature = features[SolanaSignMessage];
  const { nonce } = input;
  if (signsUnsent(wallet, account, method)) {
    const { signUnsent } = await import("./sign-unsent.ts");
    const text = createSignInMessageText(request);
    const signedTransaction = await signUnsent(wallet, account, input.chainId as `${string}:${string}`, text);
    return { account, address: account.address, nonce, signedTransaction };
  }

  const output = await askWallet(async () => {
    if (signInFeature !== undefined) {
      const [proof] = await signInFeature.signIn(request);
      return proof;
    }
    const message = new TextEncoder().encode(createSignInMessageText(request));
    const [signed] =
      (await messageFeature?.signMessage({ account: ownAccount(wallet, account), message })) ?? [];
    return signed === undefined ? undefined : { ...signed, account };
  });
  if (output === undefined) throw new Error(`${wallet.name} signed nothing.`);
  return {
    account: ownAccount(wallet, output.account),
    address: output.account.address,
    nonce,
    signedMessage: toBase64(output.signedMessage),
    signature: toBase64(output.signature),
  };
}

const wireInput = (input: SignInInput): SolanaSignInInput & { readonly domain: string } => ({
  ...input,
  issuedAt: input.issuedAt.toISOString(),
  expirationTime: input.expirationTime.toISOString(),
});
