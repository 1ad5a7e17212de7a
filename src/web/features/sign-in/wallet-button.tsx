import { Copy, Droplets, LayoutDashboard, LogOut, RotateCw } from "lucide-react";
import { useLocation } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { shortAddress } from "../../../domain/wallet-address.ts";
import { useBalance } from "../../foundation/lib/balance.ts";
import type { Player } from "../../foundation/lib/player.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { signOut } from "../../foundation/lib/session.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { copyText } from "../../foundation/ui/copy-button.tsx";
import { Menu, MenuItem } from "../../foundation/ui/menu.tsx";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { signInWords } from "./words.en.ts";

/** Connects, signs in, or shows who is playing and with how much (rules JOIN-5 and JOIN-7). */
export function WalletButton({ player }: { readonly player: Player }) {
  const { t } = useWords(signInWords);
  switch (player.kind) {
    case "visitor":
      return (
        <Button data-early="connect" onClick={() => openDialog("connect")}>
          {t("connectWallet")}
        </Button>
      );
    case "connecting":
      return <Button disabled>{t("connecting")}</Button>;
    case "unknown":
      return <WalletMenu player={player} name={t("notLoaded")} />;
    case "unproven":
    case "newcomer":
      return <WalletMenu player={player} name={shortAddress(player.address, 4, 4)} />;
    case "player":
      return <WalletMenu player={player} name={player.user.username} />;
  }
}

interface WalletMenuProps {
  readonly player: Exclude<Player, { readonly kind: "visitor" | "connecting" }>;
  readonly name: string;
}

function WalletMenu({ player, name }: WalletMenuProps) {
  const { address } = player;
  const proven = player.kind === "newcomer" || player.kind === "player";
  const [, navigate] = useLocation();
  const isLocal = useRuntime()?.network === "localnet";
  const balance = useBalance(proven ? address : null);
  const { t, sol } = useWords(signInWords);
  const balanceText = balance === undefined ? null : sol(balance.headline, 2);

  return (
    <Menu
      name={balanceText === null ? t("walletOf", { name }) : t("walletWith", { name, amount: balanceText })}
      className="flex min-h-11 items-center gap-2 rounded-m border border-control bg-raised/80 px-4 font-bold transition hover:border-accent"
      label={
        <>
          <span aria-hidden className={`size-2 shrink-0 rounded-full ${proven ? "bg-good" : "bg-bad"}`} />
          <span
            className={`max-w-40 truncate ${balanceText === null ? "max-tablet:max-w-[6rem]" : "max-tablet:hidden"}`}
          >
            {name}
          </span>
          {balanceText !== null && (
            <>
              <span aria-hidden className="text-muted max-tablet:hidden">
                ·
              </span>
              <span translate="no" className="whitespace-nowrap">
                {balanceText} SOL
              </span>
            </>
          )}
        </>
      }
    >
      {(close) => {
        const then = (action: () => void) => () => {
          close();
          action();
        };
        return (
          <>
            {player.kind === "unknown" && (
              <>
                <p role="alert" className="max-w-60 px-4 py-2 text-sm text-bad">
                  {t("profileUnknown")}
                </p>
                <MenuItem icon={<RotateCw size={18} />} onSelect={then(player.retry)}>
                  {t("tryAgain")}
                </MenuItem>
              </>
            )}
            {player.kind === "unproven" && (
              <MenuItem icon={<LogOut size={18} />} onSelect={then(() => openDialog("connect"))}>
                {t("signIn")}
              </MenuItem>
            )}
            {proven && (
              <MenuItem
                icon={<LayoutDashboard size={18} />}
                onSelect={then(() => navigate(pagePaths.dashboard))}
              >
                {t("profileDashboard")}
              </MenuItem>
            )}
            {isLocal && (
              <MenuItem icon={<Droplets size={18} />} onSelect={then(() => openDialog("faucet"))}>
                {t("getLocalSol")}
              </MenuItem>
            )}
            <MenuItem
              icon={<Copy size={18} />}
              onSelect={then(() => void copyText(address, t("addressCopied")))}
            >
              {t("copyAddress")}
            </MenuItem>
            <MenuItem icon={<LogOut size={18} />} onSelect={then(() => void signOut())}>
              {t("disconnect")}
            </MenuItem>
          </>
        );
      }}
    </Menu>
  );
}
