import { LEVELS, type SoundKind } from "./levels.ts";

/** The samples of each sound, at its maximum level. The crowd loops without a seam. */
export type Sounds = Readonly<Record<SoundKind, Float32Array<ArrayBuffer>>>;

/** Every sound is computed here: no recordings are loaded. `rate` is in samples per second. */
export function synthesize(rate: number): Sounds {
  const noise = whiteNoise();
  return {
    hoof: sampled(rate, 0.14, LEVELS.hoof.gain, hoofOf(noise)),
    gate: sampled(rate, 0.7, LEVELS.gate.gain, gateOf(noise)),
    bell: sampled(rate, 2.2, LEVELS.bell.gain, bellAt),
    crowd: crowdLoop(rate, LEVELS.crowd.gain, noise),
  };
}

export type Instruments = Readonly<Record<SoundKind, AudioBuffer>>;

export function buildInstruments(ctx: BaseAudioContext): Instruments {
  const { hoof, gate, bell, crowd } = synthesize(ctx.sampleRate);
  const bufferOf = (samples: Float32Array<ArrayBuffer>) => {
    const buffer = ctx.createBuffer(1, samples.length, ctx.sampleRate);
    buffer.copyToChannel(samples, 0);
    return buffer;
  };
  return { hoof: bufferOf(hoof), gate: bufferOf(gate), bell: bufferOf(bell), crowd: bufferOf(crowd) };
}

type Wave = (seconds: number) => number;

const sampled = (rate: number, seconds: number, gain: number, wave: Wave): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: Math.ceil(seconds * rate) }, (_, index) => gain * wave(index / rate));

/** The same noise in every browser (an xorshift), −1 to 1. */
function whiteNoise(): () => number {
  let state = 0x2f6b_1d3a;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x8000_0000;
  };
}

/** A thud on turf: a falling low note and a dull scuff. */
function hoofOf(noise: () => number): Wave {
  let dull = 0;
  return (t) => {
    dull += (noise() - dull) * 0.07;
    const note = 46 * t + (60 / 24) * (1 - Math.exp(-24 * t));
    return Math.sin(2 * Math.PI * note) * Math.exp(-t / 0.032) * 0.8 + dull * Math.exp(-t / 0.022) * 1.6;
  };
}

const gateNotes = [213, 377, 641, 983, 1547, 2210] as const;

/** Six steel doors that fly open. */
function gateOf(noise: () => number): Wave {
  return (t) => {
    const slam = noise() * Math.exp(-t / 0.018) * 0.7;
    const rattle = t < 0.06 ? 0 : noise() * Math.exp(-(t - 0.06) / 0.03) * 0.22;
    const ring = gateNotes.reduce(
      (sum, hertz, index) => sum + Math.sin(2 * Math.PI * hertz * t) * Math.exp(-t / (0.16 - 0.02 * index)),
      0,
    );
    return slam + rattle + ring * 0.09;
  };
}

const bellPartials = [
  { of: 0.5, loud: 0.35, fades: 1.1 },
  { of: 1, loud: 0.6, fades: 0.8 },
  { of: 1.19, loud: 0.3, fades: 0.6 },
  { of: 2, loud: 0.4, fades: 0.45 },
  { of: 2.74, loud: 0.25, fades: 0.3 },
  { of: 4.07, loud: 0.15, fades: 0.18 },
] as const;
const BELL_HERTZ = 880;
/** The bell at the line is struck three times. */
const strokes = [0, 0.26, 0.52] as const;

function bellAt(t: number): number {
  let sum = 0;
  for (const stroke of strokes) {
    const since = t - stroke;
    if (since < 0) continue;
    for (const { of, loud, fades } of bellPartials)
      sum += Math.sin(2 * Math.PI * BELL_HERTZ * of * since) * loud * Math.exp(-since / fades);
  }
  // Must fade to zero, so that nothing is cut off at the end.
  return sum * 0.22 * Math.min(1, (2.2 - t) / 0.2);
}

const CROWD_SECONDS = 4;
const SEAM_SECONDS = 0.5;

/** Many voices are noise that comes and goes; the end is faded into the start. */
function crowdLoop(rate: number, gain: number, noise: () => number): Float32Array<ArrayBuffer> {
  const [length, seam] = [Math.floor(CROWD_SECONDS * rate), Math.floor(SEAM_SECONDS * rate)];
  const raw = new Float32Array(length + seam);
  const voices = bandOfVoices(rate);
  let [low, lower] = [0, 0];
  for (let index = 0; index < raw.length; index += 1) {
    const t = index / rate;
    const white = noise();
    low += (white - low) * 0.18;
    lower += (low - lower) * 0.03;
    const murmur =
      0.75 + 0.15 * Math.sin(2 * Math.PI * 1.75 * t) + 0.1 * Math.sin(2 * Math.PI * 3.25 * t + 1);
    raw[index] = voices((low - lower) * murmur) * gain;
  }
  return Float32Array.from({ length }, (_, index) => {
    const part = index < seam ? index / seam : 1;
    const tail = index < seam ? (raw[length + index] ?? 0) : 0;
    return (raw[index] ?? 0) * Math.sqrt(part) + tail * Math.sqrt(1 - part);
  });
}

const VOICES_HERTZ = 720;
const VOICES_Q = 0.55;

/**
 * The part of a noise that sounds like voices: a second-order band-pass filter, using R. Bristow-Johnson's formulas.
 */
function bandOfVoices(rate: number): (sample: number) => number {
  const angle = (2 * Math.PI * VOICES_HERTZ) / rate;
  const alpha = Math.sin(angle) / (2 * VOICES_Q);
  const [a0, a1, a2] = [1 + alpha, -2 * Math.cos(angle), 1 - alpha];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (alpha * (x - x2) - a1 * y1 - a2 * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}
