import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { createStore } from "zustand";
import { themes } from "../../domain/theme.ts";
import { RaceProvider } from "../foundation/live/race-store.ts";
import { betOn, exampleRace, T0 } from "../foundation/live/testing/example-race.ts";
import { TrackPanel } from "../foundation/track-view/track-panel.tsx";
import { replayStates, stateAt } from "../features/replay/replay-state.ts";
import { applyTheme } from "../foundation/lib/theme.ts";
import { answeredQueries } from "./example-player.ts";
import { StrideSheet } from "./stride-sheet.tsx";

export const filmed = {
  motionSeed: "5eed0f0e1d2c3b4a5968778695a4b3c2",
  durationMs: 12_000,
  places: [4, 5, 1, 6, 2, 3],
} as const;

/**
 * One race, frozen at the moment that the address names (`#3400` is 3.4 s after the start), as wide as on the race
 * page. `npm run draw -- filmstrip` photographs it moment by moment. `?show=strides` shows only the horses, enlarged.
 */
export function FilmPage() {
  const [client] = useState(answeredQueries);
  const [search] = useSearchParams();
  const theme = themes.find((name) => name === search.get("theme")) ?? "main-prime";
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <QueryClientProvider client={client}>
      <main className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 tablet:gap-4 tablet:px-5 wide:grid-cols-[minmax(0,1fr)_372px]">
        {search.get("show") === "strides" ? <StrideSheet theme={theme} race={filmed} /> : <Film />}
      </main>
    </QueryClientProvider>
  );
}

const winner = { id: 4, number: 4, name: "Midnight Runner", color: "#2BD4BD" };

function filmedStates() {
  const startsAt = new Date(T0);
  const race = exampleRace({
    ...filmed,
    places: [...filmed.places],
    status: "completed",
    startsAt,
    winning_horse: winner,
    winning_horse_id: winner.id,
  });
  return replayStates({
    race: {
      ...race,
      horses: race.horses.map((horse) => ({ ...horse, odds: horse.number === 4 ? 2.85 : null })),
    },
    yourBet: betOn(4, "0.25"),
    replay: {
      ...filmed,
      places: [...filmed.places],
      raceId: race.id,
      race_type: "classic",
      startsAt,
      horses: race.horses,
    },
  });
}

function Film() {
  const elapsedMs = useMomentOfAddress();
  const [states] = useState(filmedStates);
  const [store] = useState(() => createStore(() => stateAt(states, elapsedMs)));
  useEffect(() => store.setState(stateAt(states, elapsedMs), true), [store, states, elapsedMs]);
  const playback = useMemo(() => ({ elapsedMs, since: 0, rate: 0 }), [elapsedMs]);
  return (
    <RaceProvider value={store}>
      <div className="contents" data-moment={elapsedMs}>
        <TrackPanel playback={playback} />
      </div>
    </RaceProvider>
  );
}

const momentOfAddress = () => Number(location.hash.slice(1)) || 0;

function useMomentOfAddress(): number {
  const [elapsedMs, setElapsedMs] = useState(momentOfAddress);
  useEffect(() => {
    const follow = () => setElapsedMs(momentOfAddress());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return elapsedMs;
}
