import { Copy, Droplets, LayoutDashboard, LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { formatSol } from "../../domain/sol-amount.ts";
import { shortAddress } from "../../domain/wallet-address.ts";
import { useBalance } from "../lib/balance.ts";
import type { Player } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import { signOut } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { openDialog } from "./dialogs.ts";

/** Connects, signs in, or shows who plays and with how much. */
export function WalletButton({ player }: { readonly player: Player }) {
  switch (player.kind) {
    case "visitor":
      return <Button onClick={() => openDialog("connect")}>Connect Wallet</Button>;
    case "connecting":
      return <Button disabled>Connecting…</Button>;
    case "unproven":
      return <WalletMenu address={player.address} name={shortAddress(player.address, 4, 4)} proven={false} />;
    case "newcomer":
      return <WalletMenu address={player.address} name={shortAddress(player.address, 4, 4)} proven />;
    case "player":
      return <WalletMenu address={player.address} name={player.user.username} proven />;
  }
}

interface WalletMenuProps {
  readonly address: string;
  readonly name: string;
  /** Whether the session is this wallet's. */
  readonly proven: boolean;
}

function WalletMenu({ address, name, proven }: WalletMenuProps) {
  const navigate = useNavigate();
  const isLocal = useRuntime()?.network === "localnet";
  const balance = useBalance(proven ? address : null);
  const shown = balance === undefined ? null : `${formatSol(balance.shown, 2)} SOL`;

  return (
    <Menu
      name={`Wallet of ${name}${shown === null ? "" : `, ${shown}`}`}
      className="flex min-h-11 items-center gap-2 rounded-m border border-control bg-raised/80 px-4 font-bold transition hover:border-accent"
      label={
        <>
          <span aria-hidden className={`size-2 shrink-0 rounded-full ${proven ? "bg-good" : "bg-bad"}`} />
          <span className={shown === null ? "" : "max-w-40 truncate max-tablet:hidden"}>{name}</span>
          {shown !== null && (
            <>
              <span aria-hidden className="text-muted max-tablet:hidden">
                ·
              </span>
              <span className="whitespace-nowrap">{shown}</span>
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
            {!proven && (
              <MenuItem icon={<LogOut size={18} />} onSelect={then(() => openDialog("connect"))}>
                Sign In
              </MenuItem>
            )}
            {proven && (
              <MenuItem
                icon={<LayoutDashboard size={18} />}
                onSelect={then(() => void navigate("/dashboard"))}
              >
                Profile Dashboard
              </MenuItem>
            )}
            {isLocal && (
              <MenuItem icon={<Droplets size={18} />} onSelect={then(() => openDialog("faucet"))}>
                Get Local SOL
              </MenuItem>
            )}
            <MenuItem
              icon={<Copy size={18} />}
              onSelect={then(() => void copyText(address, "Address copied"))}
            >
              Copy Address
            </MenuItem>
            <MenuItem icon={<LogOut size={18} />} onSelect={then(() => void signOut())}>
              Disconnect
            </MenuItem>
          </>
        );
      }}
    </Menu>
  );
}
