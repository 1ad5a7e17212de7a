import { create } from "zustand";
import { readStored, writeStored } from "./storage.ts";
import { useMedia } from "./use-media.ts";

const STORED_SWITCH = "stillness";
const BY_SYSTEM = "(prefers-reduced-motion: reduce)";

const useSwitch = create<{ readonly isOn: boolean }>(() => ({
  isOn: readStored(STORED_SWITCH) === "on",
}));

/** The style sheet reads it from the root. */
const tellStyles = (isStill: boolean) => void document.documentElement.toggleAttribute("data-still", isStill);
if (typeof document !== "undefined") tellStyles(useSwitch.getState().isOn);

/** Whether motion is unwanted, according to the system's setting or the page's own. */
export const prefersStillness = (): boolean => useSwitch.getState().isOn || matchMedia(BY_SYSTEM).matches;

/** {@link prefersStillness}, kept up to date. */
export function useStillness(): boolean {
  const isOn = useSwitch((state) => state.isOn);
  const bySystem = useMedia(BY_SYSTEM);
  return isOn || bySystem;
}

export function switchStillness(isOn: boolean): void {
  writeStored(STORED_SWITCH, isOn ? "on" : null);
  tellStyles(isOn);
  useSwitch.setState({ isOn });
}

/** Whether the system requests it: the page then offers no choice. */
export const useStillnessBySystem = (): boolean => useMedia(BY_SYSTEM);
