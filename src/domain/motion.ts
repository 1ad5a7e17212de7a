import { HORSE_COUNT } from "./horse-count.ts";

/**
 * Where every horse is at every moment, as a pure function of the motion seed, the places and time, so
 * that server, players, late joiners and replays see one race (rules RACE-8 and RACE-9).
 *
 * Distances are body lengths, `progress` is elapsed time over duration: 0 at the start, 1 when the
 * winner crosses the line. All horses share one pace. Until `STEER_FROM` each adds its own wandering
 * offset that depends only on the motion seed. From there on the offset is blended into the gap
 * that the horse's place demands, with weight exactly 0 before and exactly 1 at the line.
 *
 * So the order at the line holds by construction: there the wandering is multiplied by exactly zero,
 * and what is left is the gap of the place, at least 0.12 lengths from one place to the next. The last
 * digits of sin, exp and pow, in which engines differ, can move a horse by less than a billionth of a
 * length and decide nothing.
 */

/** Progress from which the places steer. They are announced a little earlier, see `REVEAL_AT` of the race. */
export const STEER_FROM = 0.6;
const SPEED = 6.6;
/** How soon out of the gate the common pace is reached, as a fraction of the race. */
const GATE = 0.055;
/** Progress by which the wandering has grown to its full size. */
const SPREAD_BY = 0.16;
/** How soon the field slows down past the line. */
const PULL_UP = 0.22;
/** At the line the race is shown slower by this fraction, so that the eye can follow; past it, soon at its own speed again. */
const SLOW_FINISH = { slower: 0.5, within: 0.05 } as const;

/** Three waves make a horse wander: their largest amplitudes, lowest and highest frequencies. */
const WAVES = [
  { amplitude: 1.55, slowest: 0.55, fastest: 1.05 },
  { amplitude: 0.85, slowest: 1.35, fastest: 2.05 },
  { amplitude: 0.34, slowest: 2.5, fastest: 3.3 },
] as const;

interface Wave {
  readonly amplitude: number;
  /** Cycles in a race. */
  readonly frequency: number;
  /** Part of a cycle, 0 to 1. */
  readonly phase: number;
}

export interface RacePlan {
  readonly durationMs: number;
  /** Where the finish is, in body lengths from the gate. */
  readonly finishDistance: number;
  /** Waves of each horse, by number − 1. */
  readonly waves: readonly (readonly Wave[])[];
  /** How far behind the winner each place crosses the line, by place − 1. */
  readonly gaps: readonly number[];
  /** How late the steering takes effect: the exponent of its weight. */
  readonly kick: number;
  /** Gap of each horse, by number − 1; null until the places are known. */
  readonly gapOfHorse: readonly number[] | null;
}

interface RaceShape {
  /** 32 hex digits, see `raceOutcome`. */
  readonly motionSeed: string;
  readonly durationMs: number;
  /** Horse numbers in finishing order; null before they are revealed. */
  readonly places: readonly number[] | null;
}

/**
 * Prepares a race for `positionsAt`. A plan without places and one with them give the same positions
 * up to `STEER_FROM`.
 */
export function planRace({ motionSeed, durationMs, places }: RaceShape): RacePlan {
  const draw = fractions(motionSeed);
  const waves = Array.from({ length: HORSE_COUNT }, () =>
    WAVES.map(({ amplitude, slowest, fastest }): Wave => ({
      amplitude: amplitude * (0.6 + 0.4 * draw()),
      frequency: slowest + (fastest - slowest) * draw(),
      phase: draw(),
    })),
  );
  const gaps = drawGaps(draw);
  const kick = 1.65 + 0.5 * draw();
  const finishDistance = (SPEED * durationMs) / 1000;
  const gapOfHorse = places === null ? null : gapsByHorse(places, gaps);
  return { durationMs, finishDistance, waves, gaps, kick, gapOfHorse };
}

/** Gaps to the winner; one finish in three is tight. */
function drawGaps(draw: () => number): number[] {
  const isTight = draw() < 0.33;
  const gaps = [0];
  let behind = 0;
  for (let place = 2; place <= HORSE_COUNT; place += 1) {
    const x = draw();
    if (place > 2) behind += 0.25 + 0.95 * x;
    else behind += isTight ? 0.12 + 0.2 * x : 0.3 + 1.1 * x * x;
    gaps.push(behind);
  }
  return gaps;
}

function gapsByHorse(places: readonly number[], gaps: readonly number[]): number[] {
  return Array.from({ length: HORSE_COUNT }, (_, index) => {
    const gap = gaps[places.indexOf(index + 1)];
    if (gap === undefined) throw new RangeError(`horse ${index + 1} has no place in ${places.join()}`);
    return gap;
  });
}

/**
 * Distance of every horse from the gate in body lengths, by number − 1. Zero before the start. Past
 * the line the horses pull up and stop. No horse ever moves backwards.
 */
export function positionsAt(plan: RacePlan, elapsedMs: number): number[] {
  const progress = slowedAtLine(elapsedMs / plan.durationMs);
  return plan.waves.map((_, index) => distanceOf(plan, index, progress));
}

/**
 * The moment of the race that is shown at a given progress: unchanged until the places steer, then a little ahead, so
 * that the last metres have time and the winner is still at the line at 1. It never goes back.
 */
function slowedAtLine(progress: number): number {
  const { slower, within } = SLOW_FINISH;
  if (progress > 1) return progress - slower * easeOff(progress - 1, within);
  const steered = Math.max(0, (progress - STEER_FROM) / (1 - STEER_FROM));
  return progress + slower * (1 - STEER_FROM) * steered ** 3 * (1 - steered);
}

function distanceOf(plan: RacePlan, index: number, progress: number): number {
  if (progress <= 0) return 0;
  if (progress <= 1) return plan.finishDistance * commonPace(progress) + offsetOf(plan, index, progress);
  return plan.finishDistance + pullUp(plan, index, progress - 1);
}

/** Fraction of the distance that the field as a whole has run: slow out of the gate, then steady. */
const commonPace = (progress: number): number => (progress - gateLoss(progress)) / (1 - gateLoss(1));
const commonSpeed = (progress: number): number => (1 - Math.exp(-progress / GATE)) / (1 - gateLoss(1));
const gateLoss = (progress: number): number => GATE * (1 - Math.exp(-progress / GATE));

/** How far a horse is ahead of the common pace, or behind it when negative. */
function offsetOf(plan: RacePlan, index: number, progress: number): number {
  const gap = plan.gapOfHorse?.[index];
  const steering = gap === undefined ? 0 : steeringAt(plan.kick, progress);
  const wandering = (1 - steering) * wanderingOf(plan.waves[index] ?? [], progress);
  return smoothStep(progress / SPREAD_BY) * (wandering - steering * (gap ?? 0));
}

/** Weight of the place: 0 up to `STEER_FROM`, exactly 1 at the line. */
const steeringAt = (kick: number, progress: number): number =>
  progress <= STEER_FROM ? 0 : ((progress - STEER_FROM) / (1 - STEER_FROM)) ** kick;

function wanderingOf(waves: readonly Wave[], progress: number): number {
  let offset = 0;
  for (const { amplitude, frequency, phase } of waves) {
    offset += amplitude * Math.sin(2 * Math.PI * (frequency * progress + phase));
  }
  return offset;
}

/**
 * Distance past the line: the common pace eases off, and a horse's speed difference to it fades
 * within a quarter of the smallest gap, so that the finishing order stays.
 */
function pullUp(plan: RacePlan, index: number, beyond: number): number {
  const step = 1e-4;
  const atLine = offsetOf(plan, index, 1);
  const ownSpeed = (atLine - offsetOf(plan, index, 1 - step)) / step;
  const fade = Math.min(0.03, (0.25 * smallestGap(plan.gaps)) / (Math.abs(ownSpeed) + 1e-9));
  const shared = plan.finishDistance * commonSpeed(1) * easeOff(beyond, PULL_UP);
  return atLine + ownSpeed * easeOff(beyond, fade) + shared;
}

const easeOff = (beyond: number, within: number): number => within * (1 - Math.exp(-beyond / within));

function smallestGap(gaps: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const [place, gap] of gaps.entries()) {
    if (place > 0) smallest = Math.min(smallest, gap - (gaps[place - 1] ?? 0));
  }
  return smallest;
}

function smoothStep(x: number): number {
  if (x <= 0) return 0;
  return x >= 1 ? 1 : x * x * (3 - 2 * x);
}

/** Horse numbers from first to last at a moment; the lower number first when level. */
export function orderAt(plan: RacePlan, elapsedMs: number): number[] {
  const distances = positionsAt(plan, elapsedMs);
  return distances
    .map((_, index) => index + 1)
    .sort((a, b) => (distances[b - 1] ?? 0) - (distances[a - 1] ?? 0) || a - b);
}

/**
 * Number of the horse in front at a moment.
 * @testing
 */
export const leaderAt = (plan: RacePlan, elapsedMs: number): number => orderAt(plan, elapsedMs)[0] ?? 1;

/** Speed of every horse in body lengths per second, by number − 1. */
export function speedsAt(plan: RacePlan, elapsedMs: number): number[] {
  const stepMs = 4;
  const before = positionsAt(plan, elapsedMs - stepMs);
  const after = positionsAt(plan, elapsedMs + stepMs);
  return after.map((distance, index) => ((distance - (before[index] ?? 0)) * 1000) / (2 * stepMs));
}

/**
 * When a horse crosses the line, in elapsed milliseconds: `durationMs` for the winner, a little more
 * for the others. Meaningful once the places are known.
 * @testing
 */
export function finishTimeOf(plan: RacePlan, horseNumber: number): number {
  const index = horseNumber - 1;
  let early = 0;
  let late = 4;
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (early + late) / 2;
    if (distanceOf(plan, index, slowedAtLine(middle)) < plan.finishDistance) early = middle;
    else late = middle;
  }
  return late * plan.durationMs;
}

/** An endless stream of fractions in [0, 1) from 128 bits (sfc32): integer arithmetic only, the same in every engine. */
function fractions(seed: string): () => number {
  if (!/^[0-9a-f]{32}$/.test(seed)) throw new TypeError("a motion seed is 32 lower-case hex digits");
  const word = (at: number) => Number.parseInt(seed.slice(at, at + 8), 16) | 0;
  let a = word(0);
  let b = word(8);
  let c = word(16);
  let counter = word(24);
  const next = () => {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return (mixed >>> 0) / 4_294_967_296;
  };
  for (let warmUp = 0; warmUp < 15; warmUp += 1) next();
  return next;
}
