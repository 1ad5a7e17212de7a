import { createContext, useContext } from "react";
import { createStore, useStore, type StoreApi } from "zustand";
import { serverNow } from "../lib/server-clock.ts";
import { initialRaceState, reduceRace, type RaceEvent, type RaceState } from "./race-state.ts";

/** The race at hand. Changes only through {@link dispatchRace}. */
const live = createStore<RaceState>(() => initialRaceState);

const ShownRace =
  createContext<Pick<StoreApi<RaceState>, "getState" | "getInitialState" | "subscribe">>(live);

/** Puts another race in the place of the one at hand, for all that is drawn below it: a replay. */
export const RaceProvider = ShownRace.Provider;

/** What the page shows of a race: the one at hand, unless a {@link RaceProvider} stands above. */
export const useRace = <T>(select: (state: RaceState) => T): T => useStore(useContext(ShownRace), select);

/** The race at hand at this moment. */
export const currentRace = (): RaceState => live.getState();

export const dispatchRace = (event: RaceEvent): void =>
  live.setState((state) => reduceRace(state, event, serverNow()), true);
