import { useEffect } from "react";
import { later } from "../../foundation/lib/later.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import type { Feature } from "../../foundation/live/slots.tsx";
import { useMobileWallet } from "./use-mobile-wallet.ts";
import { WalletButton } from "./wallet-button.tsx";

const ApprovalDialog = later(async () => (await import("./connect/approval-dialog.tsx")).ApprovalDialog);

export const signInFeature: Feature = {
  dialogs: {
    connect: later(async () => (await import("./connect/connect-dialog.tsx")).ConnectDialog),
  },
  slots: {
    page: SignInPart,
    "header-player": () => <WalletButton player={usePlayer()} />,
    "dashboard-profile": later(async () => (await import("./sessions/sessions-card.tsx")).SessionsCard),
  },
};

/** The local wallet has no window of its own for its requests. */
function SignInPart() {
  useEarlyPress();
  useMobileWallet({ isAsked: false });
  return useRuntime()?.network === "localnet" ? <ApprovalDialog /> : null;
}

/**
 * Acts on a press on Connect Wallet made before the scripts ran, once it is known who is here; see `early-press.ts`.
 */
function useEarlyPress(): void {
  const { kind } = usePlayer();
  useEffect(() => {
    if (kind === "connecting") return;
    const { dataset } = document.documentElement;
    const isMeant = dataset["pressed"] === "connect" && (kind === "visitor" || kind === "unproven");
    delete dataset["pressed"];
    if (isMeant) openDialog("connect");
  }, [kind]);
}
