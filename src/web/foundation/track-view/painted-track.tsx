import { useMemo } from "react";
import type { Race } from "../../../contract/races/race-shape.ts";
import { useTheme } from "../lib/theme.ts";
import { useWords } from "../words/use-words.ts";
import { LaneLabels } from "./lane-labels.tsx";
import { useRace } from "../live/race-store.ts";
import type { Playback, TrackState } from "../../../track/track-state.ts";
import { createTrackView } from "./canvas-view.ts";
import { useCanvasView } from "./use-canvas-view.ts";
import { useSigns } from "./use-signs.ts";
import { useMarkedHorse } from "../live/bet-slip.ts";
import { trackViewWords } from "./words.en.ts";

interface PaintedTrackProps {
  readonly race: Race;
  readonly playback: Playback | undefined;
}

/** The drawn race, with the names of the lanes over it. */
export function PaintedTrack({ race, playback }: PaintedTrackProps) {
  const host = useCanvasView(createTrackView, useTrackState(race, playback));
  const { t } = useWords(trackViewWords);

  return (
    <>
      <div
        ref={host}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what is drawn inside is an image to people who cannot see it, and there is no other tag for that
        role="img"
        aria-label={t("picture")}
        className="track-outline absolute inset-0 size-full"
      />
      <LaneLabels race={race} />
    </>
  );
}

/** Once the winner's card is gone the track is empty again, whatever the last race was. */
function useTrackState(race: Race, playback: Playback | undefined): TrackState {
  const theme = useTheme((store) => store.theme);
  const markedId = useMarkedHorse();
  const resultShown = useRace((state) => state.result !== null);
  const isOver = race.status === "completed" || race.status === "refunded";
  const { durationMs, motionSeed, places } = race;
  const startsAt = race.startsAt?.getTime() ?? null;
  const runs = motionSeed !== null && startsAt !== null && (!isOver || resultShown);
  const signs = useSigns();
  const horsesKey = race.horses.map(({ number, color }) => `${number}${color}`).join();

  return useMemo<TrackState>(
    () => ({
      theme,
      horses: race.horses.map(({ number, color }) => ({ number, color })),
      marked: race.horses.find(({ id }) => id === markedId)?.number ?? null,
      durationMs,
      signs,
      run: runs ? { startsAt, motionSeed, places, ...(playback && { playback }) } : null,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the pool changes the race four times a second; the drawing depends only on what is listed here
    [theme, signs, horsesKey, markedId, durationMs, runs, startsAt, motionSeed, places?.join(), playback],
  );
}
