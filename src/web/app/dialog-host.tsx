import { lazy, Suspense, useEffect } from "react";
import { type Player, usePlayer } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import { openDialog, useDialogs } from "../lib/dialogs.ts";

const ConnectDialog = lazy(async () => ({
  default: (await import("../sign-in/connect-dialog.tsx")).ConnectDialog,
}));
const ApprovalDialog = lazy(async () => ({
  default: (await import("../sign-in/approval-dialog.tsx")).ApprovalDialog,
}));
const FaucetDialog = lazy(async () => ({
  default: (await import("../payouts/faucet-dialog.tsx")).FaucetDialog,
}));
const HelpDialog = lazy(async () => ({ default: (await import("./help-dialog.tsx")).HelpDialog }));
const CreateProfileDialog = lazy(async () => ({
  default: (await import("../players/create-profile-dialog.tsx")).CreateProfileDialog,
}));
const PresetsDialog = lazy(async () => ({
  default: (await import("../bets/presets-dialog.tsx")).PresetsDialog,
}));
const ShareDialog = lazy(async () => ({ default: (await import("../share/share-dialog.tsx")).ShareDialog }));

/** The dialogs of every page; each is loaded when it is first asked for. */
export function DialogHost() {
  const open = useDialogs((state) => state.open);
  const player = usePlayer();
  const isLocal = useRuntime()?.network === "localnet";
  const newcomer = player.kind === "newcomer" ? player.address : null;

  // Once for each wallet without a profile; closed, it comes back only when asked for.
  useEffect(() => {
    if (newcomer !== null) openDialog("profile");
  }, [newcomer]);

  useEarlyPress(player);

  return (
    <Suspense>
      {open === "connect" && <ConnectDialog />}
      {open === "profile" && newcomer !== null && <CreateProfileDialog />}
      {open === "faucet" && <FaucetDialog />}
      {open === "help" && <HelpDialog />}
      {open === "share" && <ShareDialog />}
      {open === "presets" && player.kind === "player" && <PresetsDialog address={player.address} />}
      {isLocal && <ApprovalDialog />}
    </Suspense>
  );
}

/** Opens what was pressed before the page came alive, once it is known who is here; see `early-press.ts`. */
function useEarlyPress({ kind }: Player): void {
  useEffect(() => {
    if (kind === "connecting") return;
    const { dataset } = document.documentElement;
    const isMeant = dataset["pressed"] === "connect" && (kind === "visitor" || kind === "unproven");
    delete dataset["pressed"];
    if (isMeant) openDialog("connect");
  }, [kind]);
}
