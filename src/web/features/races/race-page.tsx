import { Suspense } from "react";
import { later, laterIfAtAll } from "../../foundation/lib/later.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { LastWinners } from "../../foundation/track-view/last-winners.tsx";
import { TrackPanel } from "../../foundation/track-view/track-panel.tsx";
import { useTrackInSight } from "../../foundation/track-view/use-track-in-sight.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { HorseList } from "./horse-list.tsx";
import { PoolCard } from "./pool-card.tsx";
import { WinStreak } from "./win-streak.tsx";
import { raceWords } from "./words.en.ts";

/** Nothing is announced in the first seconds. */
const Announcer = later(async () => (await import("../../foundation/track-view/announcer.tsx")).Announcer);
const LiveBets = laterIfAtAll(async () => (await import("./live-bets/live-bets.tsx")).LiveBets);

/** The game itself: the race on the left, the bet on the right. */
export function RacePage() {
  useTrackInSight();
  const { t } = useWords(raceWords);

  return (
    <main className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pb-4 tablet:max-wide:pb-24 tablet:gap-4 tablet:px-5 wide:grid-cols-[minmax(0,1fr)_372px] wide:grid-rows-[auto_1fr] wide:has-data-chat-column:grid-cols-[minmax(0,1fr)_372px_320px] desk:grid-cols-[minmax(0,1fr)_372px_320px]">
      <h1 className="sr-only">{t("race")}</h1>
      <div className="flex min-w-0 flex-col gap-2.5 wide:row-span-2">
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
      <Side />
      <div className="flex flex-col gap-3 tablet:hidden">
        <LastWinners />
        <WinStreak />
        <Slot name="race-card" />
      </div>
      <Suspense>
        <Announcer />
      </Suspense>
    </main>
  );
}

/** The bets, and the chat below them where it is open; without a column of their own, the bets are below the slip. */
function Side() {
  return (
    <div className="race-side flex min-w-0 flex-col gap-2.5">
      <Suspense fallback={<div className="panel h-80" />}>
        <LiveBets />
      </Suspense>
      <Slot name="race-chat" />
    </div>
  );
}
