import type { Theme } from "../domain/theme.ts";

/** Everything that drawing a race needs. Plain data: it is sent to the worker as it is. */
export interface TrackState extends RunState {
  readonly theme: Theme;
  /** The texts next to the track. */
  readonly signs: Signs;
}

interface Signs {
  readonly boards: readonly string[];
  readonly finish: string;
}

/** What determines where everything is at a moment. */
export interface RunState {
  readonly horses: readonly TrackHorse[];
  /** Number of the player's horse. */
  readonly marked: number | null;
  readonly durationMs: number;
  /** The run, once it has been started; null while the horses are in the gate. */
  readonly run: TrackRun | null;
}

interface TrackHorse {
  readonly number: number;
  readonly color: string;
}

interface TrackRun {
  /** Server time of the start, epoch ms. */
  readonly startsAt: number;
  /** 32 hex digits. */
  readonly motionSeed: string;
  /** Horse numbers in finishing order; null before they are revealed. */
  readonly places: readonly number[] | null;
  /** For a replay: the race follows this instead of the server's clock. */
  readonly playback?: Playback;
}

/** A replayed race: it was `elapsedMs` old at `since` and continues from there at `rate`; a rate of 0 pauses it. */
export interface Playback {
  readonly elapsedMs: number;
  /** Server time, epoch ms. */
  readonly since: number;
  readonly rate: number;
}

/** The elapsed time of the race, in ms, at a server time; null while there is no run. */
export function elapsedAt({ run }: RunState, now: number): number | null {
  if (run === null) return null;
  const { playback, startsAt } = run;
  return playback === undefined
    ? now - startsAt
    : playback.elapsedMs + (now - playback.since) * playback.rate;
}
