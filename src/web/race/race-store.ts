import { create } from "zustand";
import { serverNow } from "../lib/server-clock.ts";
import { initialRaceState, reduceRace, type RaceEvent, type RaceState } from "./race-state.ts";

/** The race at hand. Changes only through {@link dispatchRace}. */
export const useRace = create<RaceState>(() => initialRaceState);

export const dispatchRace = (event: RaceEvent): void =>
  useRace.setState((state) => reduceRace(state, event, serverNow()), true);
