import type { Wallet } from "@wallet-standard/base";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { Refused, Result } from "../../domain/result.ts";
import { shortAddress } from "../../domain/wallet-address.ts";
import { useRuntime } from "../lib/runtime.ts";
import { refusalText } from "../lib/call-refused.ts";
import { connectAndSignIn, signIn, signOut, type SignInRefusal } from "../lib/session.ts";
import { LOCAL_WALLET_NAME } from "../lib/wallet/local-wallet-name.ts";
import { useWallet } from "../lib/wallet/wallet-store.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { closeDialog } from "../lib/dialogs.ts";
import { dialogWords } from "../words/en/dialogs.ts";
import { useWords } from "../words/use-words.ts";
import type { SpokenWords } from "../words/words.ts";

const knownWallets = [
  { name: "Phantom", url: "https://phantom.com/download" },
  { name: "Solflare", url: "https://solflare.com/download" },
  { name: "Backpack", url: "https://backpack.app/download" },
] as const;

/** Picks a wallet and signs in with it; for a connected wallet only the signature is left. */
export function ConnectDialog() {
  const account = useWallet((state) => state.account);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const { say } = useWords(dialogWords);

  const run = async (action: () => Promise<Result<undefined, SignInRefusal>>) => {
    setBusy(true);
    setFailure(null);
    const result = await action();
    setBusy(false);
    if (result.ok) closeDialog();
    else setFailure(failureText(result, say));
  };

  return (
    <Dialog open onClose={closeDialog} title={say(account === null ? "connectWallet" : "signIn")}>
      {account === null ? (
        <WalletList busy={busy} onPick={(wallet) => void run(() => connectAndSignIn(wallet))} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-muted">{say("prove", { address: shortAddress(account.address, 6, 4) })}</p>
          <Button look="primary" disabled={busy} onClick={() => void run(signIn)}>
            {say(busy ? "waitingForWallet" : "signIn")}
          </Button>
          <Button look="quiet" onClick={() => void signOut()}>
            {say("useAnother")}
          </Button>
        </div>
      )}
      {failure !== null && (
        <p role="alert" className="mt-3 rounded-m border border-bad/60 p-3 text-bad">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

function failureText(refused: Refused<SignInRefusal>, say: SpokenWords<typeof dialogWords>["say"]): string {
  if (refused.code === "CONNECT_FAILED") return say("connectFailed");
  if (refused.code === "SIGN_IN_DECLINED") return say("declined");
  return refusalText({ ...refused, code: refused.code });
}

function WalletList({ busy, onPick }: { readonly busy: boolean; readonly onPick: (wallet: Wallet) => void }) {
  const wallets = useWallet((state) => state.available);
  const connecting = useWallet((state) => (state.status === "connecting" ? state.wallet : null));
  const isLocal = useRuntime()?.network === "localnet";
  const { say } = useWords(dialogWords);

  return (
    <div className="flex flex-col gap-3">
      {wallets.map((wallet) => (
        <button
          key={wallet.name}
          type="button"
          disabled={busy}
          onClick={() => onPick(wallet)}
          className="flex min-h-14 items-center gap-3 rounded-m border border-control bg-raised/80 px-4 text-left text-base font-bold transition hover:border-accent disabled:opacity-60"
        >
          <img src={wallet.icon} alt="" width={28} height={28} className="rounded-s" />
          <span className="flex-1">{wallet.name}</span>
          <span className="text-sm text-muted">
            {say(walletRemark(wallet.name, busy && connecting?.name === wallet.name))}
          </span>
        </button>
      ))}
      {wallets.every(({ name }) => name === LOCAL_WALLET_NAME) && <NoWallet isLocal={isLocal} />}
    </div>
  );
}

function walletRemark(name: string, isConnecting: boolean) {
  if (isConnecting) return "waiting";
  return name === LOCAL_WALLET_NAME ? "inThisBrowser" : "detected";
}

function NoWallet({ isLocal }: { readonly isLocal: boolean }) {
  const { say } = useWords(dialogWords);
  return (
    <div className="text-sm text-muted">
      <p>{say(isLocal ? "noOtherWallet" : "noWallet")}</p>
      <ul className="mt-2 flex flex-wrap gap-x-4">
        {knownWallets.map(({ name, url }) => (
          <li key={name}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-1 font-bold text-accent underline-offset-4 hover:underline"
            >
              {name}
              <ExternalLink aria-hidden size={14} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
