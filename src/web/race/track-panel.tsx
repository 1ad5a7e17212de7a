import { useEffect, useMemo, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Race } from "../../contract/race-shape.ts";
import { serverNow } from "../lib/server-clock.ts";
import { SoundButton } from "../sound/sound-button.tsx";
import { hearRace } from "../sound/sound-switch.ts";
import { useTheme } from "../themes/theme.ts";
import { classNames } from "../ui/class-names.ts";
import { Silk } from "../ui/silk.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TrackOverlay } from "./overlays/track-overlay.tsx";
import { useRace } from "./race-store.ts";
import { phaseOf, type Phase } from "./race-view.ts";
import { ReducedTrack } from "./reduced-track.tsx";
import { standingsOf } from "./standings.ts";
import { courseLength } from "./track/course-length.ts";
import { laneMiddlePercent, metresOf } from "./track/geometry.ts";
import { SmokeBackground } from "./track/smoke-background.tsx";
import type { Playback, TrackState } from "./track/track-state.ts";
import { createTrackView, type TrackView } from "./track/track-view.ts";
import { useMarkedHorse } from "./use-marked-horse.ts";
import { TRACK_ID } from "./use-track-in-sight.ts";
import { useMedia } from "./use-media.ts";
import { raceWords } from "../words/en/race.ts";
import { useWords } from "../words/use-words.ts";
import type { SpokenWords } from "../words/words.ts";

interface TrackPanelProps {
  /** How a replay goes through its race; a live one follows the server's clock. */
  readonly playback?: Playback;
}

/** The track with its horses, labels and overlays. */
export function TrackPanel({ playback }: TrackPanelProps) {
  const race = useRace((state) => state.race);
  const loaded = useRace((state) => state.loaded);
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const { say } = useWords(raceWords);
  useHeard(race, playback);
  return (
    <section
      id={TRACK_ID}
      aria-label={say("track")}
      className="relative h-[clamp(340px,calc(100dvh-414px),640px)] overflow-hidden border border-(--track-border) bg-bg2 tablet:rounded-l max-tablet:-mx-3 max-tablet:h-[340px] max-tablet:border-x-0"
    >
      <SmokeBackground />
      {race === null && !loaded && <Skeleton className="absolute inset-0 rounded-none" />}
      {race !== null &&
        (still ? <ReducedTrack race={race} /> : <PaintedTrack race={race} playback={playback} />)}
      <TopChips race={race} isReplay={playback !== undefined} />
      <LiveOrder />
      {/* The header of a phone has no room for it. */}
      <SoundButton className="absolute top-1.5 left-1/2 -translate-x-1/2 bg-black/55! text-white tablet:hidden" />
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

interface PaintedTrackProps {
  readonly race: Race;
  readonly playback: Playback | undefined;
}

function PaintedTrack({ race, playback }: PaintedTrackProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<TrackView | null>(null);
  const state = useTrackState(race, playback);
  const { say } = useWords(raceWords);

  useEffect(() => {
    if (host.current === null) return;
    const created = createTrackView(host.current, serverNow);
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => view.current?.set(state), [state]);

  return (
    <>
      <div
        ref={host}
        // What is drawn within is an image to those who cannot see it, and there is no other tag for that.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={say("picture")}
        className="absolute inset-0 size-full"
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
  const horsesKey = race.horses.map(({ number, color }) => `${number}${color}`).join();

  return useMemo<TrackState>(
    () => ({
      theme,
      horses: race.horses.map(({ number, color }) => ({ number, color })),
      marked: race.horses.find(({ id }) => id === markedId)?.number ?? null,
      durationMs,
      run: runs ? { startsAt, motionSeed, places, ...(playback && { playback }) } : null,
    }),
    // The pool changes the race four times a second; the drawing depends only on what is named here.
    // oxlint-disable-next-line react/exhaustive-deps
    [theme, horsesKey, markedId, durationMs, runs, startsAt, motionSeed, places?.join(), playback],
  );
}

function LaneLabels({ race }: { readonly race: Race }) {
  const marked = useMarkedHorse();
  const phase = useRace((state) => phaseOf(state).kind);
  const compact = useMedia("(max-width: 759px)");
  const { say } = useWords(raceWords);
  const isRun = useRace((state) => state.result !== null);
  // A phone has no room for the word beside the field; the ring under the horse says it as well.
  const hasStarted = isRun || phase === "racing" || phase === "finished";
  const collapsed = compact || hasStarted || phase === "post";
  return (
    <ol aria-label={say("lanes")} className="pointer-events-none absolute inset-y-0 left-0">
      {race.horses.map(({ id, number, name, color, betCount }, lane) => (
        <li
          key={id}
          style={{ top: `${laneMiddlePercent(lane, compact)}%` }}
          className={classNames(
            "absolute left-2 flex -translate-y-1/2 items-center gap-2 rounded-full border bg-black/55 py-0.5 pr-2.5 pl-1 whitespace-nowrap text-white",
            marked === id ? "border-accent ring-1 ring-accent" : "border-white/15",
            collapsed && (marked !== id || (hasStarted && compact)) && "pr-1",
          )}
        >
          <Silk number={number} color={color} size={26} />
          <span className={collapsed ? "sr-only" : "text-sm font-bold"}>{name}</span>
          {!collapsed && betCount !== null && (
            <span className="text-sm text-white/80">{say("betCount", { count: betCount })}</span>
          )}
          {marked === id && (
            <span
              className={
                hasStarted && compact
                  ? "sr-only"
                  : "rounded-s bg-accent px-1.5 py-0.5 text-[0.66rem] font-bold tracking-wide text-ink"
              }
            >
              {say("selected")}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const chip = "flex min-h-8 items-center gap-2 rounded-full bg-black/60 px-3.5 text-sm font-bold text-white";

function TopChips({ race, isReplay }: { readonly race: Race | null; readonly isReplay: boolean }) {
  const phase = useRace((state) => phaseOf(state).kind);
  const [leader, metresToGo] = useRace(
    useShallow((state) => {
      const standings = standingsOf(state);
      return [standings?.order[0] ?? null, standings?.metresToGo ?? null] as const;
    }),
  );
  const { say } = useWords(raceWords);
  if (race === null) return null;
  const isLive = phase === "racing" || phase === "finished";
  const lead = race.horses.find(({ number }) => number === leader);
  const whole = metresOf(courseLength(race.durationMs));
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 flex items-center gap-2">
      {isLive && !isReplay ? (
        <span className="flex min-h-8 items-center gap-2 rounded-full bg-live px-3 text-xs font-bold tracking-widest text-white">
          <span aria-hidden className="size-2 animate-[pulse-dot_1s_infinite] rounded-full bg-white" />
          {say("live")}
        </span>
      ) : (
        <span className={chip}>{isReplay ? say("replay") : phaseChip(phase, say)}</span>
      )}
      {isLive && lead !== undefined && (
        <span className={`${chip} max-tablet:hidden`}>
          {say("lead", { horse: `${lead.number} ${lead.name}` })}
        </span>
      )}
      <span className={`${chip} ml-auto`}>
        {isLive && metresToGo !== null
          ? say("metresToGo", { metres: metresToGo })
          : say("turf", { metres: whole })}
      </span>
    </div>
  );
}

function phaseChip(phase: Phase["kind"], say: SpokenWords<typeof raceWords>["say"]): string {
  switch (phase) {
    case "waiting":
    case "countdown":
      return say("bettingOpen");
    case "completed":
      return say("result");
    case "refunded":
      return say("refunded");
    case "loading":
    case "none":
      return "Furlong";
    case "opening":
      return say("openingSoon");
    case "locked":
    case "post":
    case "racing":
    case "finished":
      return say("bettingClosed");
  }
}

const placeNames = ["firstPlace", "secondPlace", "thirdPlace"] as const;

/** The first three while the race runs, how much of it is run, and the whole order for those who listen. */
function LiveOrder() {
  const order = useRace(useShallow((state) => standingsOf(state)?.order ?? []));
  const progress = useRace((state) => standingsOf(state)?.progress ?? null);
  const horses = useRace((state) => state.race?.horses);
  const { say } = useWords(raceWords);
  if (progress === null || horses === undefined) return null;
  const ranked = order.flatMap((number) => horses.find((horse) => horse.number === number) ?? []);
  return (
    <>
      <ol
        className="absolute right-3 bottom-3 flex gap-2 max-tablet:bottom-2 max-tablet:gap-1"
        aria-label={say("order")}
      >
        {ranked.map(({ number, name, color }, place) => (
          <li
            key={number}
            className={
              place < 3
                ? `${chip} pl-1.5 max-tablet:min-h-7 max-tablet:gap-1 max-tablet:pr-2.5 max-tablet:text-xs`
                : "sr-only"
            }
          >
            {place < 3 && <Silk number={number} color={color} size={24} />}
            {say(placeNames[place] ?? "laterPlace", { place: place + 1 })}
            <span className="sr-only">
              {number} {name}
            </span>
          </li>
        ))}
      </ol>
      <div aria-hidden className="absolute inset-x-0 bottom-0 h-1">
        <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${progress})` }} />
      </div>
    </>
  );
}
