import { create } from "zustand";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";
import { readStored, writeStored } from "../../foundation/lib/storage.ts";
import type { HeardRace, RaceSound } from "./race-sound.ts";

const STORED_SOUND = "sound";

/** Off until the player switches it on; remembered. */
const useSwitch = create<{ readonly on: boolean }>(() => ({ on: readStored(STORED_SOUND) === "on" }));

export const useSoundOn = (): boolean => useSwitch((state) => state.on);

let sound: Promise<RaceSound> | null = null;
let heard: HeardRace | null = null;

/** Must be called from a user gesture: no browser lets a page play sound before one. */
export function toggleSound(): void {
  const on = !useSwitch.getState().on;
  useSwitch.setState({ on });
  writeStored(STORED_SOUND, on ? "on" : null);
  if (on) startSound();
  else stopSound();
}

/** The race to be heard, or none. */
export function hearRace(race: HeardRace | null): void {
  heard = race;
  void sound?.then((playing) => playing.set(race ?? NOTHING));
}

const NOTHING: HeardRace = { durationMs: 1, run: null };

/** Sound that was on at the last visit resumes with the first gesture. Returns a function that stops waiting. */
export function awaitGesture(): () => void {
  // A finger that only comes down is no gesture that allows sound: it may be about to scroll.
  const events = ["click", "touchend", "keydown"] as const;
  const forget = () => {
    for (const name of events) document.removeEventListener(name, begin);
  };
  const begin = () => {
    forget();
    if (useSwitch.getState().on) startSound();
  };
  for (const name of events) document.addEventListener(name, begin);
  return forget;
}

function startSound(): void {
  if (sound !== null) return;
  // Opened within the gesture itself; the instruments may be loaded later.
  const ctx = new AudioContext();
  const begun = import("./race-sound.ts").then(({ createRaceSound }) => {
    const playing = createRaceSound(ctx, serverNow);
    playing.set(heard ?? NOTHING);
    return playing;
  });
  sound = begun;
  begun.catch((error: unknown) => {
    logSilentFailure("Loading the sounds", error);
    sound = null;
  });
}

function stopSound(): void {
  void sound?.then((playing) => playing.stop());
  sound = null;
}
