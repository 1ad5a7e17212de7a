import { useEffect } from "react";
import { isPageCovered } from "../lib/dialogs.ts";
import { useRace } from "../live/race-store.ts";
import { phaseOf } from "../live/race-phase.ts";
import { prefersStillness } from "../lib/stillness.ts";

export const TRACK_ID = "track";

/** On a phone the track is above the bet: when a race starts, the page scrolls to it, unless somebody is typing. */
export function useTrackInSight(): void {
  const running = useRace((state) => {
    const { kind } = phaseOf(state);
    return kind === "post" || kind === "racing" ? (state.race?.id ?? null) : null;
  });
  useEffect(() => {
    if (running === null || !matchMedia("(max-width: 759px)").matches || isBusy()) return;
    const still = prefersStillness();
    document
      .getElementById(TRACK_ID)
      ?.scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
  }, [running]);
}

function isBusy(): boolean {
  const isTyping = document.activeElement?.matches("input:not([type=radio]), textarea, select") ?? false;
  return isTyping || isPageCovered();
}
