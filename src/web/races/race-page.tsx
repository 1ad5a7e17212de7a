import { useCallback, useEffect } from "react";
import { formatSol } from "../../domain/sol-amount.ts";
import { openDialog } from "../lib/dialogs.ts";
import { usePlayer } from "../lib/player.ts";
import { Announcer } from "../track-view/announcer.tsx";
import { BetPanel } from "../bets/bet-panel.tsx";
import { openBetSlip, pickHorse, typeAmount, useCanPick } from "../live/bet-slip.ts";
import { usePresets } from "../bets/presets.ts";
import { usePlaceBet } from "../bets/use-place-bet.ts";
import { FairnessCard } from "../fairness/fairness-card.tsx";
import { HorseList, horseInputId } from "./horse-list.tsx";
import { LastWinners } from "../track-view/last-winners.tsx";
import { PoolCard } from "./pool-card.tsx";
import { currentRace, useRace } from "../live/race-store.ts";
import type { Shortcut } from "../lib/shortcut-keys.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { TrackPanel } from "../track-view/track-panel.tsx";
import { useTrackInSight } from "../track-view/use-track-in-sight.ts";
import { WinStreak } from "./win-streak.tsx";
import { useWords } from "../words/use-words.ts";
import { raceWords } from "./words.en.ts";

/** The game itself: the race to the left, the bet to the right. */
export function RacePage() {
  const raceId = useRace((state) => state.race?.id ?? null);
  useEffect(() => {
    if (raceId !== null) openBetSlip(raceId);
  }, [raceId]);
  useRaceShortcuts();
  useTrackInSight();

  const { t } = useWords(raceWords);

  return (
    <main className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pb-4 tablet:max-wide:pb-24 tablet:gap-4 tablet:px-5 wide:grid-cols-[minmax(0,1fr)_372px]">
      <h1 className="sr-only">{t("race")}</h1>
      <div className="flex min-w-0 flex-col gap-2.5">
        <PoolCard />
        <TrackPanel />
        <div className="flex flex-col gap-2.5 max-tablet:hidden">
          <LastWinners />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 tablet:grid-cols-2">
            <WinStreak />
            <FairnessCard />
          </div>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-2.5">
        <HorseList />
        <BetPanel />
      </div>
      <div className="flex flex-col gap-3 tablet:hidden">
        <LastWinners />
        <WinStreak />
        <FairnessCard />
      </div>
      <Announcer />
    </main>
  );
}

/** The race page's keys: 1 to 6, B, Q W E R, Enter. */
function useRaceShortcuts(): void {
  const player = usePlayer();
  const presets = usePresets(player.kind === "player" ? player.address : null);
  const canPick = useCanPick();
  const { place } = usePlaceBet();

  const run = useCallback(
    (shortcut: Shortcut) => {
      switch (shortcut.kind) {
        case "horse": {
          const horse = currentRace().race?.horses.find(({ number }) => number === shortcut.number);
          if (!canPick || horse === undefined) return;
          pickHorse(horse.id);
          // Enter then places the bet instead of pressing whatever had the focus.
          document.getElementById(horseInputId(horse.id))?.focus({ preventScroll: true });
          return;
        }
        case "preset": {
          const preset = presets[shortcut.index];
          if (canPick && preset !== undefined) typeAmount(formatSol(preset));
          return;
        }
        case "amount": {
          document.getElementById("bet-amount")?.focus();
          return;
        }
        case "bet": {
          if (canPick) place();
          return;
        }
        case "help": {
          openDialog("help");
          return;
        }
      }
    },
    [canPick, place, presets],
  );
  useShortcuts(run);
}
