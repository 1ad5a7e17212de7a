import type { Playback } from "../../../track/track-state.ts";

export const speeds = [0.5, 1, 2] as const;
export type Speed = (typeof speeds)[number];

/** A race being replayed. All times in ms; `now` is the server's time. */
export interface Tape {
  readonly playback: Playback;
  /** Playback speed. */
  readonly speed: Speed;
  /** Where it ends, counted from the start of the race. */
  readonly endMs: number;
}

/** After the winner has finished, the others come in and the result is shown. */
const AFTER_FINISH_MS = 6000;

export function insertTape(durationMs: number, now: number, isPlaying: boolean): Tape {
  const playback = { elapsedMs: 0, since: now, rate: isPlaying ? 1 : 0 };
  return { playback, speed: 1, endMs: durationMs + AFTER_FINISH_MS };
}

/** The age of the race as shown: never outside the tape. */
export function elapsedOn({ playback, endMs }: Tape, now: number): number {
  const { elapsedMs, since, rate } = playback;
  return within(elapsedMs + Math.max(0, now - since) * rate, endMs);
}

const within = (ms: number, endMs: number): number => Math.min(endMs, Math.max(0, ms));

export const isPlaying = ({ playback }: Tape): boolean => playback.rate !== 0;

export const isAtEnd = (tape: Tape, now: number): boolean => elapsedOn(tape, now) >= tape.endMs;

const goOn = (tape: Tape, elapsedMs: number, now: number, rate: number): Tape => ({
  ...tape,
  playback: { elapsedMs: within(elapsedMs, tape.endMs), since: now, rate },
});

/** Continues playing; from the start if the tape has run out. */
export const play = (tape: Tape, now: number): Tape =>
  goOn(tape, isAtEnd(tape, now) ? 0 : elapsedOn(tape, now), now, tape.speed);

export const pause = (tape: Tape, now: number): Tape => goOn(tape, elapsedOn(tape, now), now, 0);

export const restart = (tape: Tape, now: number): Tape => goOn(tape, 0, now, tape.speed);

/** Jumps to a moment, playing or paused as before. */
export const seek = (tape: Tape, toMs: number, now: number): Tape =>
  goOn(tape, toMs, now, tape.playback.rate);

export const setSpeed = (tape: Tape, speed: Speed, now: number): Tape =>
  goOn({ ...tape, speed }, elapsedOn(tape, now), now, isPlaying(tape) ? speed : 0);
