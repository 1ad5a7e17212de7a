import type { Wallet } from "@wallet-standard/base";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { type Result, ok, refuse } from "../../domain/result.ts";
import { callApi } from "./api.ts";
import { sessionQuery } from "./player.ts";
import { queryClient } from "./query-client.ts";
import { invalidateQueries, PLAYER_QUERIES } from "./query-keys.ts";
import { proveAddress } from "./wallet/sign-in.ts";
import { WalletFailure } from "./wallet/wallet-failure.ts";
import { adopt, connectWallet, disconnectWallet, useWallet } from "./wallet/wallet-store.ts";

/** Why nobody is signed in: the wallet, its owner, or the server. */
export type SignInRefusal = "CONNECT_FAILED" | "SIGN_IN_DECLINED" | RefusalCode;

/** Connects a wallet and signs in with it, unless the session is already its own. */
export async function connectAndSignIn(wallet: Wallet): Promise<Result<undefined, SignInRefusal>> {
  try {
    const account = await connectWallet(wallet);
    if (account === null) return refuse("CONNECT_FAILED");
  } catch (error) {
    console.info(`${wallet.name} did not connect.`, error);
    return refuse("CONNECT_FAILED");
  }
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  return session.wallet === useWallet.getState().account?.address ? ok() : signIn();
}

/** Proves the connected account to the server: it asks, the wallet signs, the server sets the session. */
export async function signIn(): Promise<Result<undefined, SignInRefusal>> {
  const { wallet, account } = useWallet.getState();
  if (wallet === null || account === null) return refuse("CONNECT_FAILED");
  const nonce = await callApi("createSignInNonce", {});
  if (!nonce.ok) return nonce;
  try {
    const { account: proven, ...proof } = await proveAddress(wallet, account, nonce.value.input);
    const verified = await callApi("verifySignIn", { body: proof });
    if (!verified.ok) return verified;
    adopt(wallet, proven);
  } catch (error) {
    const declined = error instanceof WalletFailure && error.declined;
    return refuse(declined ? "SIGN_IN_DECLINED" : "CONNECT_FAILED");
  }
  await invalidateQueries("session");
  return ok();
}

/** Ends the session and forgets the wallet and everything that was fetched for it. */
export async function signOut(): Promise<void> {
  const ended = await callApi("signOut", {});
  if (!ended.ok) console.warn("The server did not confirm the sign-out.", ended.code);
  await disconnectWallet();
  for (const name of PLAYER_QUERIES) queryClient.removeQueries({ queryKey: [name] });
  await invalidateQueries("session");
}
