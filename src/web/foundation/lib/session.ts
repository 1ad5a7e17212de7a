import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { callApi } from "./api.ts";
import { sessionQuery, type Session } from "./player.ts";
import { queryClient } from "./query-client.ts";
import { invalidateQueries } from "./query-keys.ts";
import { logSilentFailure } from "./silent-failure.ts";
import { solanaAccounts } from "./wallet/features.ts";
import type { SigningMethod } from "./wallet/signing-method.ts";
import { isDeclinedByOwner } from "./wallet/wallet-failure.ts";
import { adopt, connectWallet, disconnectWallet, useWallet } from "./wallet/wallet-store.ts";

/**
 * Why nobody is signed in: because of the wallet, its owner, or the server; or the owner has several accounts to choose
 * from.
 */
export type SignInRefusal =
  | "CONNECT_FAILED"
  | "CONNECT_DECLINED"
  | "SIGN_IN_DECLINED"
  | "ACCOUNT_NOT_CHOSEN"
  | RefusalCode;

/** A session that is being ended. Nobody signs in meanwhile: the cookie that is removed would be the new one. */
let ending: Promise<unknown> = Promise.resolve();

/** Connects a wallet and signs in with it, unless the session is already its own. */
export async function connectAndSignIn(wallet: Wallet): Promise<Result<undefined, SignInRefusal>> {
  try {
    const account = await connectWallet(wallet);
    if (account === null) return refuse("CONNECT_FAILED");
    await ending;
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: "none" });
    if (await isSessionOf(account)) return ok();
    if (solanaAccounts(wallet.accounts).length > 1) return refuse("ACCOUNT_NOT_CHOSEN");
  } catch (error) {
    console.info(`${wallet.name} did not connect.`, error);
    return refuse(isDeclinedByOwner(error) ? "CONNECT_DECLINED" : "CONNECT_FAILED");
  }
  return signIn();
}

/**
 * Proves the connected account to the server: it sends a challenge, the wallet signs, the server sets the session.
 *
 * @param method how its owner chose to sign; absent without a choice
 */
export async function signIn(method?: SigningMethod): Promise<Result<undefined, SignInRefusal>> {
  const { wallet, account } = useWallet.getState();
  if (wallet === null || account === null) return refuse("CONNECT_FAILED");
  await ending;
  const nonce = await callApi("createSignInNonce", {});
  if (!nonce.ok) return nonce;
  try {
    const { proveAddress } = await import("./wallet/sign-in.ts");
    const { account: proven, ...proof } = await proveAddress(wallet, account, nonce.value.input, method);
    const verified = await callApi("verifySignIn", { body: proof });
    if (!verified.ok) return verified;
    if (useWallet.getState().wallet !== wallet) {
      // The wallet was disconnected while its owner was signing.
      await endSession();
      return refuse("CONNECT_FAILED");
    }
    adopt(wallet, proven);
  } catch (error) {
    console.info(`${wallet.name} did not sign in.`, error);
    return refuse(isDeclinedByOwner(error) ? "SIGN_IN_DECLINED" : "CONNECT_FAILED");
  }
  await invalidateQueries("session");
  return ok();
}

/** Ends the session and disconnects the wallet, which then does not reconnect automatically. */
export async function signOut(): Promise<void> {
  await disconnectWallet();
  await ending;
}

/**
 * Ends the session together with the account that it belongs to: when its wallet disconnects or switches to another
 * account, and when the wallet comes back with an account other than the session's (rule IDENTITY-6).
 *
 * @param onLeave called when an account has gone: whatever the page holds for it has to be removed as well
 * @returns a function that stops following
 */
export function followAccount(onLeave: () => void): () => void {
  return useWallet.subscribe(({ status, account }, before) => {
    const hasLeft = before.account !== null && account?.address !== before.account.address;
    if (hasLeft) forgetAccount(before.account);
    // A session may outlive a page whose wallet is locked by now: its bet is not for the person who is there.
    if (hasLeft || (before.status === "restoring" && status === "disconnected")) onLeave();
    const hasComeBack = account !== null && before.account === null && before.status !== "connecting";
    if (hasComeBack) void isSessionOf(account).catch(noteNoAnswer);
  });
}

const noteNoAnswer = (error: unknown): void => logSilentFailure("Asking for the session", error);

/** Whether the session is the account's. A session of another account is ended here. */
async function isSessionOf({ address }: WalletAccount): Promise<boolean> {
  const session = await queryClient.fetchQuery(sessionQuery);
  if (session.wallet !== null && session.wallet !== address) await endSession();
  return session.wallet === address;
}

function forgetAccount({ address }: WalletAccount): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(address) });
  const session = queryClient.getQueryData<Session>(sessionQuery.queryKey);
  if (session === undefined || session.wallet === address) void endSession();
}

const NOBODY: Session = { wallet: null, isAdmin: false, isModerator: false };

/** The page forgets the session at once, whether the server answers or not. */
function endSession(): Promise<unknown> {
  const end = async () => {
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
    queryClient.setQueryData<Session>(sessionQuery.queryKey, NOBODY);
    const ended = await callApi("signOut", {});
    if (!ended.ok) logSilentFailure("The sign-out", ended.code);
  };
  queryClient.setQueryData<Session>(sessionQuery.queryKey, NOBODY);
  ending = end();
  return ending;
}
