import { createContext, useContext } from "react";
import { createStore, useStore, type StoreApi } from "zustand";
import { serverNow } from "../lib/server-clock.ts";
import { initialRaceState, reduceRace, type RaceEvent, type RaceState } from "./race-state.ts";

/** The open race. Changes only through {@link dispatchRace}. */
const live = createStore<RaceState>(() => initialRaceState);

const ShownRace =
  createContext<Pick<StoreApi<RaceState>, "getState" | "getInitialState" | "subscribe">>(live);

/** Replaces the open race with another for everything drawn below it: a replay. */
export const RaceProvider = ShownRace.Provider;

/** The race that the page shows: the open race, unless there is a {@link RaceProvider} above. */
export const useRace = <T>(select: (state: RaceState) => T): T => useStore(useContext(ShownRace), select);

/** The state of the open race at this moment. */
export const currentRace = (): RaceState => live.getState();

export const dispatchRace = (event: RaceEvent): void =>
  live.setState((state) => reduceRace(state, event, serverNow()), true);
