import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { usePlayer } from "../lib/player.ts";
import { raceTypeLabel } from "../race/race-view.ts";
import { useRace } from "../race/race-store.ts";
import { SoundButton } from "../sound/sound-button.tsx";
import { BrandMark } from "./brand-mark.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { WalletButton } from "./wallet-button.tsx";

const linkLook =
  "inline-flex min-h-11 items-center gap-2 rounded-m border border-control bg-raised/80 px-4 font-bold transition hover:border-accent";

/** The top of every page: who we are and what runs to the left, the player to the right. */
export function Header() {
  const player = usePlayer();
  const race = useRace((state) => state.race);
  const title = player.kind === "player" ? player.user.active_title : null;

  return (
    <header className="relative flex min-h-16 items-center gap-3 px-3 tablet:px-5">
      <Link to="/" className="flex items-center gap-3 rounded-m">
        <BrandMark />
        <span className="figure text-xl">Furlong</span>
      </Link>
      {title !== null && (
        <span className="hidden rounded-full bg-selected px-3 py-1 text-sm font-bold text-bright tablet:inline">
          [{title}]
        </span>
      )}
      {race !== null && (
        <span className="hidden rounded-full border border-control bg-panel/70 px-3 py-1 text-sm font-bold tablet:inline">
          {raceTypeLabel(race)}
        </span>
      )}
      {race?.isJackpotRace === true && (
        <span className="hidden rounded-full bg-accent px-3 py-1 text-sm font-bold text-ink tablet:inline">
          Jackpot
        </span>
      )}
      <nav aria-label="Main" className="ml-auto flex items-center gap-3">
        <Link to="/provably-fair" className={`${linkLook} max-tablet:hidden`}>
          <ShieldCheck aria-hidden size={18} />
          Fair
        </Link>
        <SoundButton className="max-tablet:hidden" />
        {player.kind === "player" && <NotificationBell address={player.address} />}
        <WalletButton player={player} />
      </nav>
    </header>
  );
}
