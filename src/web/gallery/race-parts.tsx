import { useEffect, useState } from "react";
import { createStore } from "zustand";
import { serverNow } from "../foundation/lib/server-clock.ts";
import { BetPanel } from "../features/bets/bet-panel.tsx";
import { openBetSlip } from "../foundation/live/bet-slip.ts";
import { MobileBetBar } from "../features/bets/mobile-bet-bar.tsx";
import { FairnessCard } from "../features/fairness/fairness-card.tsx";
import { HorseList } from "../features/races/horse-list.tsx";
import { LastWinners } from "../foundation/track-view/last-winners.tsx";
import { PoolCard } from "../features/races/pool-card.tsx";
import { initialRaceState } from "../foundation/live/race-state.ts";
import { RaceProvider, useRace } from "../foundation/live/race-store.ts";
import { ReducedTrack } from "../foundation/track-view/reduced-track.tsx";
import { TrackPanel } from "../foundation/track-view/track-panel.tsx";
import { WinStreak } from "../features/races/win-streak.tsx";
import { OrderPanel } from "../features/replay/order-panel.tsx";
import { ReplayControls } from "../features/replay/replay-controls.tsx";
import { insertTape, type Tape } from "../features/replay/tape.ts";
import { raceCases } from "./race-cases.ts";
import { Case, CaseGroup } from "./case.tsx";

const TICK_MS = 100;

/** All parts of the race page and of the replay, in the chosen state of the race. */
export function RaceParts({ name }: { readonly name: string }) {
  const store = useCase(name);
  return (
    <RaceProvider value={store}>
      <CaseGroup name={`Race page: ${name}`}>
        <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,1fr)_372px]">
          <div className="flex min-w-0 flex-col gap-2.5">
            <PoolCard />
            <TrackPanel />
            <LastWinners />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 tablet:grid-cols-2">
              <WinStreak />
              <FairnessCard />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-2.5">
            <HorseList />
            <BetPanel />
          </div>
        </div>
        <Case name="bet bar of a phone">
          <div className="w-[390px] max-w-full border border-divider bg-panel">
            <MobileBetBar />
          </div>
        </Case>
        <Case name="track without motion">
          <StillTrack />
        </Case>
        <Case name="order of a replay">
          <div className="w-full max-w-[372px]">
            <OrderPanel />
          </div>
        </Case>
        <Case name="controls of a replay">
          <TapeControls />
        </Case>
      </CaseGroup>
    </RaceProvider>
  );
}

function useCase(name: string) {
  const [store] = useState(() => createStore(() => initialRaceState));
  useEffect(() => {
    const openedAt = serverNow();
    const show = () => store.setState(raceCases[name]?.(serverNow(), openedAt) ?? initialRaceState, true);
    show();
    const raceId = store.getState().race?.id;
    if (raceId !== undefined) openBetSlip(raceId);
    const timer = setInterval(show, TICK_MS);
    return () => clearInterval(timer);
  }, [name, store]);
  return store;
}

function StillTrack() {
  const race = useRace((state) => state.race);
  return (
    <div className="relative h-72 w-[min(640px,90vw)] rounded-l border border-(--track-border) bg-bg2">
      {race !== null && <ReducedTrack race={race} />}
    </div>
  );
}

function TapeControls() {
  const [tape, setTape] = useState<Tape>(() => insertTape(12_000, 0, false));
  return (
    <div className="w-[min(700px,90vw)]">
      <ReplayControls
        tape={tape}
        elapsedMs={tape.playback.elapsedMs}
        durationMs={12_000}
        onCommand={(command) => setTape((current) => command(current, 0))}
      />
    </div>
  );
}
