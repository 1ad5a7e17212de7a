import { create } from "zustand";
import { readStored, writeStored } from "./storage.ts";
import { useMedia } from "./use-media.ts";

const STORED_SWITCH = "stillness";
const BY_SYSTEM = "(prefers-reduced-motion: reduce)";

const useSwitch = create<{ readonly wanted: boolean }>(() => ({
  wanted: readStored(STORED_SWITCH) === "on",
}));

/** The style sheet reads it from the root. */
const tellStyles = (wanted: boolean) => void document.documentElement.toggleAttribute("data-still", wanted);
if (typeof document !== "undefined") tellStyles(useSwitch.getState().wanted);

/** Whether motion is unwanted, according to the system's setting or the page's own. */
export const prefersStillness = (): boolean => useSwitch.getState().wanted || matchMedia(BY_SYSTEM).matches;

/** {@link prefersStillness}, kept up to date. */
export function useStillness(): boolean {
  const wanted = useSwitch((state) => state.wanted);
  const bySystem = useMedia(BY_SYSTEM);
  return wanted || bySystem;
}

export function switchStillness(wanted: boolean): void {
  writeStored(STORED_SWITCH, wanted ? "on" : null);
  tellStyles(wanted);
  useSwitch.setState({ wanted });
}

/** Whether the system requests it: the page then offers no choice. */
export const useStillnessBySystem = (): boolean => useMedia(BY_SYSTEM);
