import { lazy, Suspense } from "react";
import { Slot } from "../live/slots.tsx";
import { useWords } from "../words/use-words.ts";
import { TrackOverlay } from "./overlays/track-overlay.tsx";
import { WinActions } from "./overlays/win-actions.tsx";
import { PaintedTrack } from "./painted-track.tsx";
import { useRace } from "../live/race-store.ts";
import { useStillness } from "../lib/stillness.ts";
import { SmokeBackground } from "./smoke-background.tsx";
import type { Playback } from "../../../track/track-state.ts";
import { LiveOrder, TopChips } from "./track-chips.tsx";
import { TRACK_ID } from "./use-track-in-sight.ts";
import { trackViewWords } from "./words.en.ts";

const ReducedTrack = lazy(async () => ({ default: (await import("./reduced-track.tsx")).ReducedTrack }));

interface TrackPanelProps {
  /** How a replay plays its race; a live one follows the server's clock. */
  readonly playback?: Playback;
}

/** The track with its horses, labels and overlays. */
export function TrackPanel({ playback }: TrackPanelProps) {
  const race = useRace((state) => state.race);
  const loaded = useRace((state) => state.loaded);
  const still = useStillness();
  const { t } = useWords(trackViewWords);
  return (
    <section
      id={TRACK_ID}
      aria-label={t("track")}
      className="@container relative h-[clamp(340px,calc(100dvh-418px),640px)] overflow-hidden border border-(--track-border) bg-bg2 tablet:rounded-l max-tablet:-mx-3 max-tablet:h-[21.25rem] max-tablet:border-x-0"
    >
      <SmokeBackground />
      {race === null && !loaded && <div className="track-outline absolute inset-0" />}
      {race !== null &&
        (still ? (
          <Suspense fallback={<div className="track-outline absolute inset-0" />}>
            <ReducedTrack race={race} />
          </Suspense>
        ) : (
          <PaintedTrack race={race} playback={playback} />
        ))}
      <TopChips race={race} isReplay={playback !== undefined} />
      <LiveOrder />
      <Slot name="track" given={{ race, playback }} />
      <TrackOverlay
        isReplay={playback !== undefined}
        actions={(result) => <WinActions result={result} isReplay={playback !== undefined} />}
      />
    </section>
  );
}
