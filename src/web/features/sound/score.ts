import { orderAt, positionsAt, speedsAt, type RacePlan } from "../../../domain/motion.ts";

/** A sound at a moment of the race. Gains are 0 to 1, pans −1 (left) to 1 (right). */
export type Cue =
  | { readonly kind: "gate" | "bell"; readonly atMs: number }
  | {
      readonly kind: "hoof";
      readonly atMs: number;
      readonly gain: number;
      readonly pan: number;
      /** 1 as recorded; horses differ. */
      readonly pitch: number;
    };

/** Stride length in body lengths, and when within a stride the four hooves come down. */
const STRIDE = 2.4;
const TOUCHDOWNS = [
  { at: 0, weight: 0.75 },
  { at: 0.13, weight: 0.6 },
  { at: 0.3, weight: 0.7 },
  { at: 0.48, weight: 1 },
] as const;
/** Speed in lengths per second at which hooves are at their loudest. */
const LOUD_AT = 7.5;
/** How far ahead of the middle of the field a horse has to be to be heard from the side. */
const WIDE_LENGTHS = 5;

/**
 * The sounds of a race from one moment up to another, the later one excluded. A pure function, so that adjacent windows
 * contain every sound once, wherever they are cut.
 */
export function cuesBetween(plan: RacePlan, fromMs: number, toMs: number): readonly Cue[] {
  if (toMs <= fromMs) return [];
  const isWithin = (atMs: number) => fromMs <= atMs && atMs < toMs;
  const cues: Cue[] = [];
  if (isWithin(0)) cues.push({ kind: "gate", atMs: 0 });
  if (isWithin(plan.durationMs)) cues.push({ kind: "bell", atMs: plan.durationMs });
  return [...cues, ...hoofbeats(plan, fromMs, toMs)].toSorted((a, b) => a.atMs - b.atMs);
}

function hoofbeats(plan: RacePlan, fromMs: number, toMs: number): Cue[] {
  const [before, after] = [positionsAt(plan, fromMs), positionsAt(plan, toMs)];
  const speeds = speedsAt(plan, (fromMs + toMs) / 2);
  const middle = after.reduce((sum, position) => sum + position, 0) / after.length;
  return after.flatMap((reached, index) => {
    const strides = stridesOf(index);
    const pan = clamp((reached - middle) / WIDE_LENGTHS, -0.85, 0.85);
    // The near lanes are closer to the listener.
    const loudness = clamp((speeds[index] ?? 0) / LOUD_AT, 0, 1) ** 1.4 * (0.7 + 0.06 * index);
    return touchdownsBetween(strides, before[index] ?? 0, reached).map(({ distance, weight }): Cue => ({
      kind: "hoof",
      atMs: timeAt(plan, index, distance, fromMs, toMs),
      gain: loudness * weight,
      pan,
      pitch: 0.9 + 0.04 * index,
    }));
  });
}

interface Strides {
  readonly length: number;
  /** Fraction of a stride by which a horse is out of step with the others. */
  readonly offset: number;
}

const stridesOf = (index: number): Strides => ({
  length: STRIDE * (0.96 + 0.016 * index),
  offset: (index * 0.37) % 1,
});

/** Where between two distances a hoof comes down; the farther one excluded. The start itself is not a stride. */
function touchdownsBetween({ length, offset }: Strides, from: number, to: number) {
  const found: { distance: number; weight: number }[] = [];
  for (let stride = Math.floor(from / length - offset) - 1; (stride + offset) * length < to; stride += 1) {
    for (const { at, weight } of TOUCHDOWNS) {
      const distance = (stride + offset + at) * length;
      if (distance > 0 && from <= distance && distance < to) found.push({ distance, weight });
    }
  }
  return found;
}

/** When a horse is at a distance, by bisection: no horse ever moves back. */
function timeAt(plan: RacePlan, index: number, distance: number, fromMs: number, toMs: number): number {
  let [early, late] = [fromMs, toMs];
  while (late - early > 0.5) {
    const middle = (early + late) / 2;
    if ((positionsAt(plan, middle)[index] ?? 0) < distance) early = middle;
    else late = middle;
  }
  return late === toMs ? early : late;
}

/** How loud the crowd is, 0 to 1: it swells on the straight, more in a close race, and roars at the finish. */
export function crowdAt(plan: RacePlan, elapsedMs: number): number {
  const progress = elapsedMs / plan.durationMs;
  if (progress < 0) return 0.1;
  const sinceFinishMs = elapsedMs - plan.durationMs;
  const start = 0.25 * ramp(progress / 0.03) * (1 - ramp((progress - 0.06) / 0.12));
  const straight = 0.5 * ramp((progress - 0.55) / 0.4);
  const close = 0.2 * ramp((progress - 0.75) / 0.2) * (1 - clamp(leadOf(plan, elapsedMs), 0, 1));
  const roar = sinceFinishMs < 0 ? 0 : 0.3;
  const fading = sinceFinishMs < 1500 ? 1 : Math.exp(-(sinceFinishMs - 1500) / 2500);
  return clamp(0.14 + (start + straight + close + roar) * fading, 0, 1);
}

/** How far the leader is ahead of the second, in lengths. */
function leadOf(plan: RacePlan, elapsedMs: number): number {
  const positions = positionsAt(plan, elapsedMs);
  const [first = 1, second = 1] = orderAt(plan, elapsedMs);
  return (positions[first - 1] ?? 0) - (positions[second - 1] ?? 0);
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const ramp = (part: number): number => clamp(part, 0, 1);
