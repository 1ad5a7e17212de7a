import type { Theme } from "../domain/theme.ts";

/** All that the drawing of a race needs to know. Plain data: it is sent to the worker as it is. */
export interface TrackState extends RunState {
  readonly theme: Theme;
  /** What is written beside the track. */
  readonly signs: Signs;
}

interface Signs {
  readonly boards: readonly string[];
  readonly finish: string;
}

/** What decides where everything is at a moment. */
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
  /** For a replay: the race does not follow the server's clock but this. */
  readonly playback?: Playback;
}

/** A race played again: it was `elapsedMs` old at `since` and goes on from there at `rate`; 0 stands still. */
export interface Playback {
  readonly elapsedMs: number;
  /** Server time, epoch ms. */
  readonly since: number;
  readonly rate: number;
}

/** How old the race is, in ms, at a server time; null while there is no run. */
export function elapsedAt({ run }: RunState, now: number): number | null {
  if (run === null) return null;
  const { playback, startsAt } = run;
  return playback === undefined
    ? now - startsAt
    : playback.elapsedMs + (now - playback.since) * playback.rate;
}
