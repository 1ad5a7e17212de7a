import type { Wallet } from "@wallet-standard/base";
import { useState } from "react";
import type { Network } from "../../../../domain/networks.ts";
import { type Refused, refuse, type Result } from "../../../../domain/result.ts";
import { shortAddress } from "../../../../domain/wallet-address.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { hasOwnText, refusalText } from "../../../foundation/lib/call-refused.ts";
import { connectAndSignIn, signIn, signOut, type SignInRefusal } from "../../../foundation/lib/session.ts";
import { LOCAL_WALLET_NAME } from "../../../foundation/lib/wallet/local-wallet-name.ts";
import { obstacleOf, solanaAccounts, type WalletObstacle } from "../../../foundation/lib/wallet/features.ts";
import { abandonConnecting, adopt, useWallet } from "../../../foundation/lib/wallet/wallet-store.ts";
import { MOBILE_WALLET_NAME } from "../../../foundation/lib/wallet/device.ts";
import { askLoopbackAccess } from "../../../foundation/lib/wallet/mobile-wallet.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { SignInstead } from "../../../foundation/ui/sign-instead/sign-instead.tsx";
import { closeDialog, useDialogs } from "../../../foundation/lib/dialogs.ts";
import { canStore } from "./can-store.ts";
import { MoreWallets } from "./more-wallets.tsx";
import { useMobileWallet } from "../use-mobile-wallet.ts";
import { signInWords } from "../words.en.ts";
import { connectWords } from "./words.en.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { TranslatorOf } from "../../../foundation/words/words.ts";

/**
 * On a phone: the browser asked whether the page may reach apps, and its owner allowed it, or did not.
 */
const loopbackRefusals = { asked: "APP_MAY_BE_OPENED", denied: "APPS_KEPT_OFF" } as const;
type DialogRefusal = SignInRefusal | (typeof loopbackRefusals)[keyof typeof loopbackRefusals];

/** Picks a wallet and signs in with it; for a connected wallet only the signature is left. */
export function ConnectDialog() {
  const account = useWallet((state) => state.account);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const { t } = useWords(connectWords);
  const obstacle = pageObstacle();
  const inSignIn = useWords(signInWords);

  useMobileWallet({ isAsked: true });
  const connect = async (wallet: Wallet): Promise<Result<undefined, DialogRefusal>> => {
    const access = wallet.name === MOBILE_WALLET_NAME ? await askLoopbackAccess() : "granted";
    return access === "granted" ? connectAndSignIn(wallet) : refuse(loopbackRefusals[access]);
  };
  const run = async (action: () => Promise<Result<undefined, DialogRefusal>>) => {
    setBusy(true);
    setFailure(null);
    const result = await action();
    setBusy(false);
    if (!result.ok) setFailure(failureText(result, t));
    else if (useDialogs.getState().open === "connect") closeDialog();
  };
  const close = () => {
    abandonConnecting();
    closeDialog();
  };

  return (
    <Dialog open onClose={close} title={inSignIn.t(account === null ? "connectWallet" : "signIn")}>
      {obstacle !== null && (
        <p role="alert" className="mb-3 rounded-m border border-bad/60 p-3 text-bad">
          {t(obstacle)}
        </p>
      )}
      {obstacle === null && !canStore() && <p className="mb-3 text-sm text-muted">{t("nothingStored")}</p>}
      {account === null ? (
        <WalletList busy={busy || obstacle !== null} onPick={(wallet) => void run(() => connect(wallet))} />
      ) : (
        <div className="flex flex-col gap-3">
          <AccountChoice disabled={busy} />
          <p className="text-muted">{t("prove", { address: shortAddress(account.address, 6, 4) })}</p>
          <Button
            look="primary"
            disabled={busy || obstacle !== null}
            onClick={() => void run(() => signIn())}
          >
            {busy ? t("waitingForWallet") : inSignIn.t("signIn")}
          </Button>
          <Button look="quiet" onClick={() => void signOut()}>
            {t("useAnother")}
          </Button>
        </div>
      )}
      {failure !== null && (
        <p role="alert" className="mt-3 rounded-m border border-bad/60 p-3 text-bad">
          {failure}
        </p>
      )}
      {failure !== null && (
        <SignInstead disabled={busy} onSign={(method) => void run(() => signIn(method))} />
      )}
    </Dialog>
  );
}

/** Why no wallet can sign in on this page; null if nothing is known to be in the way (rule PAGE-3). */
function pageObstacle(): "plainHttp" | "cookiesBlocked" | null {
  if (!isSecureContext) return "plainHttp";
  return navigator.cookieEnabled ? null : "cookiesBlocked";
}

/** Why nobody is signed in; null if there is no failure to show (rule JOIN-3). */
function failureText(
  refused: Refused<DialogRefusal>,
  t: TranslatorOf<typeof connectWords>["t"],
): string | null {
  const { code } = refused;
  if (code === "ACCOUNT_NOT_CHOSEN") return null;
  // The cookie of the request a moment ago has not come back, or the prompt was open for more than five minutes.
  if (code === "NONCE_INVALID") return t("expiredOrBlocked");
  if (code === "APP_MAY_BE_OPENED") return t("pressAgain");
  if (code === "APPS_KEPT_OFF") return t("appsKeptOff");
  if (code === "CONNECT_FAILED") return t("connectFailed");
  if (code === "CONNECT_DECLINED") return t("declinedConnection");
  if (code === "SIGN_IN_DECLINED") return t("declined");
  const ofServer = { ...refused, code };
  return hasOwnText(ofServer) ? refusalText(ofServer) : t("connectFailed");
}

/** A wallet may have several accounts: one of them plays, and is remembered. */
function AccountChoice({ disabled }: { readonly disabled: boolean }) {
  const { wallet, account } = useWallet();
  const { t } = useWords(connectWords);
  const accounts = solanaAccounts(wallet?.accounts ?? []);
  if (wallet === null || accounts.length < 2) return null;
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2">
      <legend className="mb-2 font-bold">{t("chooseAccount")}</legend>
      {accounts.map((offered) => (
        <label
          key={offered.address}
          className="flex min-h-11 items-center gap-3 rounded-m border border-control px-4 has-checked:border-accent"
        >
          <input
            type="radio"
            name="account"
            checked={offered.address === account?.address}
            onChange={() => adopt(wallet, offered)}
            className="size-4 accent-(--accent)"
          />
          <span className="font-mono text-sm">{shortAddress(offered.address, 6, 4)}</span>
          {offered.label !== undefined && <span className="truncate text-muted">{offered.label}</span>}
        </label>
      ))}
    </fieldset>
  );
}

interface WalletListProps {
  readonly busy: boolean;
  readonly onPick: (wallet: Wallet) => void;
}

/** The wallets of this browser; one that cannot bet here says why and cannot be picked. */
function WalletList({ busy, onPick }: WalletListProps) {
  const wallets = useWallet((state) => state.available);
  const connecting = useWallet((state) => (state.status === "connecting" ? state.wallet : null));
  const network = useRuntime()?.network ?? null;
  const { t } = useWords(connectWords);
  const usable = wallets
    .filter((wallet) => wallet.name !== LOCAL_WALLET_NAME && obstacleOf(wallet, network) === null)
    .map(({ name }) => name);

  return (
    <div className="flex flex-col gap-3">
      {wallets.map((wallet) => {
        const obstacle = obstacleOf(wallet, network);
        return (
          <button
            key={wallet.name}
            type="button"
            disabled={busy || obstacle !== null}
            onClick={() => onPick(wallet)}
            className="flex min-h-14 items-center gap-x-3 rounded-m border border-control bg-raised/80 px-4 py-1 text-left text-base font-bold transition enabled:hover:border-accent disabled:text-muted"
          >
            <img src={wallet.icon} alt="" width={28} height={28} className="rounded-s" />
            <span className="min-w-0 flex-1 wrap-anywhere">{wallet.name}</span>
            <span className="text-right text-sm text-muted">
              {obstacle === null
                ? t(walletRemark(wallet.name, busy && connecting === wallet))
                : obstacleText(obstacle, network, t)}
            </span>
          </button>
        );
      })}
      <MoreWallets usable={usable} isLocal={network === "localnet"} />
    </div>
  );
}

/** Why a wallet cannot be picked. */
function obstacleText(
  obstacle: WalletObstacle,
  network: Network | null,
  t: TranslatorOf<typeof connectWords>["t"],
): string {
  switch (obstacle) {
    case "lacksNetwork":
      return t("lacksNetwork", { network: network ?? "" });
    case "cannotConnect":
      return t("cannotConnect");
    case "cannotProve":
      return t("cannotProve");
    case "cannotSign":
      return t("cannotSign");
  }
}

function walletRemark(name: string, isConnecting: boolean) {
  if (isConnecting) return "waiting";
  if (name === MOBILE_WALLET_NAME) return "appsOfThisPhone";
  return name === LOCAL_WALLET_NAME ? "inThisBrowser" : "detected";
}
