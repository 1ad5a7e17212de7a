import { lazy } from "react";
import { usePlayer } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import type { Feature } from "../live/slots.tsx";
import { WalletButton } from "./wallet-button.tsx";

const ApprovalDialog = lazy(async () => ({
  default: (await import("./approval-dialog.tsx")).ApprovalDialog,
}));

export const signInFeature: Feature = {
  dialogs: { connect: lazy(async () => ({ default: (await import("./connect-dialog.tsx")).ConnectDialog })) },
  slots: { page: LocalApproval, "header-player": () => <WalletButton player={usePlayer()} /> },
};

/** The local wallet has no window of its own to ask in. */
function LocalApproval() {
  return useRuntime()?.network === "localnet" ? <ApprovalDialog /> : null;
}
