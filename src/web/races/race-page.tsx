import { Slot } from "../live/slots.tsx";
import { Announcer } from "../track-view/announcer.tsx";
import { LastWinners } from "../track-view/last-winners.tsx";
import { TrackPanel } from "../track-view/track-panel.tsx";
import { useTrackInSight } from "../track-view/use-track-in-sight.ts";
import { useWords } from "../words/use-words.ts";
import { HorseList } from "./horse-list.tsx";
import { PoolCard } from "./pool-card.tsx";
import { WinStreak } from "./win-streak.tsx";
import { raceWords } from "./words.en.ts";

/** The game itself: the race on the left, the bet on the right. */
export function RacePage() {
  useTrackInSight();
  const { t } = useWords(raceWords);

  return (
    <main className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pb-4 tablet:max-wide:pb-24 tablet:gap-4 tablet:px-5 wide:grid-cols-[minmax(0,1fr)_372px] wide:has-data-chat-column:grid-cols-[minmax(0,1fr)_372px_320px]">
      <h1 className="sr-only">{t("race")}</h1>
      <div className="flex min-w-0 flex-col gap-2.5">
        <PoolCard />
        <TrackPanel />
        <div className="flex flex-col gap-2.5 max-tablet:hidden">
          <LastWinners />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 tablet:grid-cols-2">
            <WinStreak />
            <Slot name="race-card" />
          </div>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-2.5">
        <HorseList />
        <Slot name="race-bet" />
      </div>
      <Slot name="race-chat" />
      <div className="flex flex-col gap-3 tablet:hidden">
        <LastWinners />
        <WinStreak />
        <Slot name="race-card" />
      </div>
      <Announcer />
    </main>
  );
}
