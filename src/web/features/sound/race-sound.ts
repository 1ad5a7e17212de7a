import { planRace, type RacePlan } from "../../../domain/motion.ts";
import { elapsedAt, type TrackState } from "../../../track/track-state.ts";
import { buildInstruments, type Instruments } from "./instruments.ts";
import { crowdAt, cuesBetween, type Cue } from "./score.ts";

/** The race that is heard: the input of its drawing, without the looks. */
export type HeardRace = Pick<TrackState, "durationMs" | "run">;

export interface RaceSound {
  set(race: HeardRace): void;
  stop(): void;
}

/** How often sounds are scheduled, and how far ahead. */
const ROUND_MS = 80;
const AHEAD_MS = 240;
const REST_AFTER_MS = 2500;

interface Playing {
  readonly source: AudioBufferSourceNode;
  readonly from: number;
}

/**
 * Plays the sounds of a race on a context that a user gesture has opened. `now` is the server's time in ms. Silent
 * while the page is hidden, and between races.
 */
export function createRaceSound(ctx: AudioContext, now: () => number): RaceSound {
  const instruments = buildInstruments(ctx);
  const output = outputOf(ctx);
  const crowd = crowdOf(ctx, instruments.crowd, output);
  let race: HeardRace | null = null;
  let plan: RacePlan | null = null;
  let playing: Playing[] = [];
  /** The moment of the race up to which everything is scheduled. */
  let laidTo: number | null = null;
  let quietRounds = 0;

  const forgetAhead = () => {
    for (const { source, from } of playing) if (from > ctx.currentTime) source.stop();
    playing = [];
    laidTo = null;
  };

  const scheduleCue = (cue: Cue, at: number) => {
    const source = sourceFor(ctx, cue, instruments, output);
    source.start(at);
    playing.push({ source, from: at });
  };

  /** Nothing is running: the crowd falls silent, and after a while the audio output is released. */
  const fallSilent = () => {
    crowd.gain.setTargetAtTime(0, ctx.currentTime, 0.3);
    laidTo = null;
    quietRounds += 1;
    if (quietRounds * ROUND_MS > REST_AFTER_MS && ctx.state === "running") void ctx.suspend();
  };

  // It is refused while the sound is interrupted; the next round or touch tries again.
  const resume = () => void ctx.resume().catch(() => undefined);

  const scheduleNext = () => {
    const rate = race?.run?.playback?.rate ?? 1;
    const elapsed = race === null || race.run === null ? null : elapsedAt({ ...silentLooks, ...race }, now());
    if (document.hidden || plan === null || elapsed === null || rate <= 0) {
      fallSilent();
      return;
    }
    quietRounds = 0;
    if (ctx.state !== "running") resume();
    const from = laidTo === null ? beginningOf(race, elapsed) : Math.max(laidTo, elapsed);
    const to = elapsed + AHEAD_MS * rate;
    for (const cue of cuesBetween(plan, from, to))
      scheduleCue(cue, ctx.currentTime + Math.max(0, cue.atMs - elapsed) / 1000 / rate);
    laidTo = Math.max(from, to);
    playing = playing.filter((sound) => sound.from > ctx.currentTime);
    crowd.gain.setTargetAtTime(crowdAt(plan, elapsed), ctx.currentTime, 0.18);
  };

  const followVisibility = () => {
    if (document.hidden) forgetAhead();
    if (document.hidden) void ctx.suspend();
    else resume();
  };
  /** On an iPhone a call or Siri interrupts sound, which then may resume only within a touch. */
  const resumeByTouch = () => {
    if (ctx.state !== "running") resume();
  };
  document.addEventListener("visibilitychange", followVisibility);
  for (const name of ["touchend", "click"]) document.addEventListener(name, resumeByTouch);
  const timer = setInterval(scheduleNext, ROUND_MS);

  return {
    set(next) {
      if (keyOf(race) !== keyOf(next)) forgetAhead();
      race = next;
      plan = next.run === null ? null : planRace({ ...next.run, durationMs: next.durationMs });
      scheduleNext();
    },
    stop() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", followVisibility);
      for (const name of ["touchend", "click"]) document.removeEventListener(name, resumeByTouch);
      forgetAhead();
      void ctx.close();
    },
  };
}

/**
 * A tape is heard from where it was started, even if the page needed a moment to get here: the gate is never missed.
 */
function beginningOf(race: HeardRace | null, elapsed: number): number {
  const wound = race?.run?.playback?.elapsedMs;
  return wound !== undefined && elapsed >= wound && elapsed - wound < AHEAD_MS ? wound : elapsed;
}

const silentLooks = { theme: "main-prime", horses: [], marked: null } as const;

/** The same run, heard from the same place on the tape, continues; anything else starts over. */
function keyOf(race: HeardRace | null): string {
  if (race === null || race.run === null) return "";
  const { startsAt, motionSeed, playback } = race.run;
  return [startsAt, motionSeed, playback?.since, playback?.elapsedMs, playback?.rate].join();
}

/** Above this level, many hooves at once are limited before they distort. */
const LIMIT_DB = -6;

function outputOf(ctx: AudioContext): AudioNode {
  const limiter = ctx.createDynamicsCompressor();
  limiter.threshold.value = LIMIT_DB;
  limiter.knee.value = 0;
  limiter.ratio.value = 20;
  // A Web Audio compressor amplifies its output to make up for its limiting, by 0.6 of the reduction at full level.
  const level = ctx.createGain();
  level.gain.value = 10 ** ((0.6 * LIMIT_DB * (1 - 1 / 20)) / 20);
  limiter.connect(level).connect(ctx.destination);
  return limiter;
}

function crowdOf(ctx: AudioContext, loop: AudioBuffer, output: AudioNode): GainNode {
  const source = ctx.createBufferSource();
  source.buffer = loop;
  source.loop = true;
  const gain = ctx.createGain();
  gain.gain.value = 0;
  source.connect(gain).connect(output);
  source.start();
  return gain;
}

function sourceFor(
  ctx: AudioContext,
  cue: Cue,
  instruments: Instruments,
  output: AudioNode,
): AudioBufferSourceNode {
  const source = ctx.createBufferSource();
  source.buffer = instruments[cue.kind];
  const gain = ctx.createGain();
  gain.gain.value = cue.kind === "hoof" ? cue.gain : 1;
  source.connect(gain);
  if (cue.kind === "hoof") {
    source.playbackRate.value = cue.pitch;
    const side = ctx.createStereoPanner();
    side.pan.value = cue.pan;
    gain.connect(side).connect(output);
  } else {
    gain.connect(output);
  }
  return source;
}
