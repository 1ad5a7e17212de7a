import { useEffect } from "react";
import type { Race } from "../../contract/races/race-shape.ts";
import { hearRace } from "../sound/sound-switch.ts";
import { useWords } from "../words/use-words.ts";
import { TrackOverlay } from "./overlays/track-overlay.tsx";
import { PaintedTrack } from "./painted-track.tsx";
import { useRace } from "../live/race-store.ts";
import { phaseOf } from "../live/race-phase.ts";
import { ReducedTrack } from "./reduced-track.tsx";
import { useStillness } from "../lib/stillness.ts";
import { SmokeBackground } from "./smoke-background.tsx";
import type { Playback } from "../../track/track-state.ts";
import { LiveOrder, TopChips } from "./track-chips.tsx";
import { TRACK_ID } from "./use-track-in-sight.ts";
import { trackViewWords } from "./words.en.ts";

interface TrackPanelProps {
  /** How a replay goes through its race; a live one follows the server's clock. */
  readonly playback?: Playback;
}

/** The track with its horses, labels and overlays. */
export function TrackPanel({ playback }: TrackPanelProps) {
  const race = useRace((state) => state.race);
  const loaded = useRace((state) => state.loaded);
  const still = useStillness();
  const { t } = useWords(trackViewWords);
  useHeard(race, playback);
  return (
    <section
      id={TRACK_ID}
      aria-label={t("track")}
      className="relative h-[clamp(340px,calc(100dvh-418px),640px)] overflow-hidden border border-(--track-border) bg-bg2 tablet:rounded-l max-tablet:-mx-3 max-tablet:h-[340px] max-tablet:border-x-0"
    >
      <SmokeBackground />
      {race === null && !loaded && <div className="track-outline absolute inset-0" />}
      {race !== null &&
        (still ? <ReducedTrack race={race} /> : <PaintedTrack race={race} playback={playback} />)}
      <TopChips race={race} isReplay={playback !== undefined} />
      <LiveOrder />
      <TrackOverlay isReplay={playback !== undefined} />
    </section>
  );
}

/** What is to be heard; nothing before the start, and nothing once the track is empty. */
function useHeard(race: Race | null, playback: Playback | undefined): void {
  const isShown = useRace((state) => state.result !== null || phaseOf(state).kind !== "completed");
  const startsAt = race?.startsAt?.getTime() ?? null;
  const motionSeed = isShown ? (race?.motionSeed ?? null) : null;
  const durationMs = race?.durationMs ?? 0;
  const places = race?.places ?? null;
  useEffect(() => {
    if (startsAt === null || motionSeed === null) return;
    hearRace({ durationMs, run: { startsAt, motionSeed, places, ...(playback && { playback }) } });
    return () => hearRace(null);
    // The places come as a new list each time that the pool grows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [startsAt, motionSeed, durationMs, places?.join(), playback]);
}
