import { Settings, ShieldCheck, Trophy } from "lucide-react";
import { Link } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { usePlayer } from "../foundation/lib/player.ts";
import { raceTypeLabel } from "../foundation/live/race-phase.ts";
import { useRace } from "../foundation/live/race-store.ts";
import { Slot } from "../foundation/live/slots.tsx";
import { openDialog } from "../foundation/lib/dialogs.ts";
import { BrandMark } from "../foundation/ui/brand-mark.tsx";
import { useWords } from "../foundation/words/use-words.ts";
import { useSeesAdmin } from "./sees-admin.ts";
import { appWords } from "./words.en.ts";
import { liveWords } from "../foundation/live/words.en.ts";

const linkLook =
  "inline-flex min-h-11 items-center gap-2 rounded-m border border-control bg-raised/80 px-4 font-bold transition hover:border-accent";

const iconLook =
  "grid size-11 shrink-0 place-items-center rounded-m border border-control bg-raised/80 transition hover:border-accent";

/** The top of every page: site and open race on the left, the player on the right. */
export function Header() {
  const player = usePlayer();
  const race = useRace((state) => state.race);
  const { t } = useWords(appWords);
  const inRace = useWords(liveWords);
  const seesAdmin = useSeesAdmin();
  const title = player.kind === "player" ? player.user.active_title : null;

  return (
    <header className="relative flex min-h-16 flex-wrap items-center gap-3 px-3 tablet:px-5">
      <Link to={pagePaths.home} className="flex items-center gap-3 rounded-m">
        <BrandMark />
        <span className="flex min-w-0 flex-col leading-tight max-[359px]:sr-only">
          <span translate="no" className="figure text-xl">
            Furlong
          </span>
          {title !== null && (
            <span aria-hidden className="max-w-24 truncate text-xs font-bold text-bright tablet:hidden">
              [{title}]
            </span>
          )}
        </span>
      </Link>
      {title !== null && (
        <span className="hidden rounded-full bg-selected px-3 py-1 text-sm font-bold text-bright tablet:inline">
          [{title}]
        </span>
      )}
      {race !== null && (
        <span className="hidden rounded-full border border-control bg-panel/70 px-3 py-1 text-sm font-bold tablet:inline">
          {raceTypeLabel(race, inRace)}
        </span>
      )}
      {race?.isJackpotRace === true && (
        <span className="hidden rounded-full bg-accent px-3 py-1 text-sm font-bold text-ink tablet:inline">
          {t("jackpot")}
        </span>
      )}
      <nav aria-label={t("main")} className="ml-auto flex items-center gap-3">
        {seesAdmin && (
          <Link to={pagePaths.admin} className={`${linkLook} max-tablet:hidden`}>
            {t("admin")}
          </Link>
        )}
        <Link to={pagePaths.fairness} className={`${linkLook} max-tablet:hidden`}>
          <ShieldCheck aria-hidden size={18} />
          {t("fair")}
        </Link>
        <Link
          to={pagePaths.leaderboard}
          aria-label={t("leaderboard")}
          title={t("leaderboard")}
          className={`${iconLook} max-tablet:hidden`}
        >
          <Trophy aria-hidden size={18} />
        </Link>
        <Slot name="header-switch" />
        <button
          type="button"
          aria-label={t("settings")}
          title={t("settings")}
          onClick={() => openDialog("help")}
          className={`${iconLook} max-tablet:hidden`}
        >
          <Settings aria-hidden size={18} />
        </button>
        <Slot name="header-player" />
      </nav>
    </header>
  );
}
