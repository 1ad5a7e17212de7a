import { describe, expect, it } from "vitest";
import { planRace } from "../../../domain/motion.ts";
import { synthesize } from "./instruments.ts";
import { LEVELS } from "./levels.ts";
import { cuesBetween } from "./score.ts";
import { integratedLoudness, RATE, type Stereo, truePeak } from "../../../../tests/support/loudness.ts";

const sounds = synthesize(RATE);
const plan = planRace({
  motionSeed: "0123456789abcdef0123456789abcdef",
  durationMs: 12_000,
  places: [4, 1, 2, 6, 5, 3],
});

const silence = (seconds: number): Stereo => [
  new Float32Array(seconds * RATE),
  new Float32Array(seconds * RATE),
];

/** A mono sound comes out of both loudspeakers. It is heard once, with silence around it. */
function once(samples: Float32Array): Stereo {
  const heard = silence(samples.length / RATE + 2);
  for (const channel of heard) channel.set(samples, RATE);
  return heard;
}

/** The hooves of the field as they are played: each with its pitch, gain and pan. */
function hooves(fromMs: number, toMs: number): Stereo {
  const [left, right] = silence((toMs - fromMs) / 1000 + 1);
  for (const cue of cuesBetween(plan, fromMs, toMs)) {
    if (cue.kind !== "hoof") continue;
    const angle = ((cue.pan + 1) / 4) * Math.PI;
    const begin = Math.round(((cue.atMs - fromMs) / 1000) * RATE);
    for (let index = 0; index / cue.pitch < sounds.hoof.length; index += 1) {
      const at = index * cue.pitch;
      const [before, after] = [sounds.hoof[Math.floor(at)] ?? 0, sounds.hoof[Math.floor(at) + 1] ?? 0];
      const sample = (before + (after - before) * (at % 1)) * cue.gain;
      left[begin + index] = (left[begin + index] ?? 0) + sample * Math.cos(angle);
      right[begin + index] = (right[begin + index] ?? 0) + sample * Math.sin(angle);
    }
  }
  return [left, right];
}

/** Each sound at its loudest, as heard. */
const played = {
  hoof: () => hooves(6000, 9000),
  gate: () => once(sounds.gate),
  bell: () => once(sounds.bell),
  crowd: (): Stereo => [sounds.crowd, sounds.crowd],
} as const;

const kinds = Object.keys(played) as (keyof typeof played)[];

describe.each(kinds)("%s", (kind) => {
  const heard = played[kind]();

  it("is as loud as it says, within 1 LU", () => {
    expect(Math.abs(integratedLoudness(heard) - LEVELS[kind].lufs)).toBeLessThan(1);
  });

  it("stays below a true peak of −1 dBFS", () => {
    expect(truePeak(heard)).toBeLessThan(-1);
  });
});

it("the sounds are the same at every visit, without a gap at the end", () => {
  const again = synthesize(RATE);
  const differs = kinds.filter((kind) => sounds[kind].some((sample, index) => sample !== again[kind][index]));
  expect(differs).toEqual([]);
  const { crowd } = sounds;
  expect(Math.abs((crowd.at(-1) ?? 1) - (crowd[0] ?? 0))).toBeLessThan(0.05);
  const cutOff = kinds.filter((kind) => kind !== "crowd" && Math.abs(sounds[kind].at(-1) ?? 1) > 0.01);
  expect(cutOff).toEqual([]);
});

describe("the measure", () => {
  const sine = (hertz: number, amplitude: number): Float32Array =>
    Float32Array.from(
      { length: 3 * RATE },
      (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / RATE),
    );
  const nothing = new Float32Array(3 * RATE);

  it("gives a sine of 997 Hz at full level on one side −3.01 LUFS, as the recommendation says", () => {
    expect(integratedLoudness([sine(997, 1), nothing])).toBeCloseTo(-3.01, 1);
    expect(integratedLoudness([sine(997, 0.1), sine(997, 0.1)])).toBeCloseTo(-20, 1);
  });

  it("leaves silence out", () => {
    const sound = sine(997, 0.1);
    const half = Float32Array.from(sound, (sample, index) => (index < RATE ? sample : 0));
    expect(integratedLoudness([half, half])).toBeGreaterThan(-21.5);
  });

  it("finds a peak that lies between the samples", () => {
    const between = Float32Array.from({ length: 4800 }, (_, index) =>
      Math.sin((Math.PI / 2) * index + Math.PI / 4),
    );
    expect(20 * Math.log10(Math.max(...between))).toBeCloseTo(-3.01, 1);
    expect(truePeak([between, between])).toBeCloseTo(0, 0);
  });
});
