import { isDeepStrictEqual } from "node:util";
import { DAY_MS } from "../../../src/domain/day-length.ts";
import { positionsAt } from "../../../src/domain/motion.ts";
import { REVEAL_AT } from "../../../src/domain/race-timing.ts";
import { geometryOf } from "../../../src/track/geometry.ts";
import { legNames } from "../../../src/track/horse/anatomy.ts";
import { fallOf, runAt } from "../../../src/track/horse/gait.ts";
import { limbAt } from "../../../src/track/horse/pose.ts";
import { courseFor, momentAt, type Course, type Moment } from "../../../src/track/moment.ts";
import { originX, type Runner } from "../../../src/track/runners.ts";
import type { Playback, RunState } from "../../../src/track/track-state.ts";

/** A race as it is drawn: what the server sends about it. */
export interface DrawnRace {
  /** 32 hex digits. */
  readonly motionSeed: string;
  readonly durationMs: number;
  /** Horse numbers in finishing order. */
  readonly places: readonly number[];
}

/** What was checked and what was wrong, for one race or for many. */
export interface Findings {
  races: number;
  /** Races in which the noses, as drawn, do not cross the line in the order of the places. */
  wrongOrders: number;
  /** Steps of 20 ms from the gate to a standstill, and those that went backwards. */
  steps: number;
  backwardSteps: number;
  /** Footfalls, and those that slid or hovered by more than `MAX_SLIDE` while they bore weight. */
  footfalls: number;
  slides: number;
  /** The most that a hoof moved while it bore weight, in body lengths. */
  worstSlide: number;
  /** Pictures that were compared, and pairs that differed in any digit. */
  pictures: number;
  clientsApart: number;
  replaysApart: number;
}

export const noFindings = (): Findings => ({
  races: 0,
  wrongOrders: 0,
  steps: 0,
  backwardSteps: 0,
  footfalls: 0,
  slides: 0,
  worstSlide: 0,
  pictures: 0,
  clientsApart: 0,
  replaysApart: 0,
});

/** In body lengths. */
export const MAX_SLIDE = 0.03;
const STEP_MS = 20;
const PICTURE_EVERY_MS = 430;
/** By then the last horse has stopped. */
const AFTER_FINISH_MS = 9000;
const STARTS_AT = 1_790_000_000_000;
const geometry = geometryOf(1010, 486);
const horses = [1, 2, 3, 4, 5, 6].map((number) => ({ number, color: "#888888" }));

/** Checks a whole race through the code that draws it (rules RACE-8 and RACE-9) and adds what it found. */
export function proveRace(race: DrawnRace, findings: Findings): void {
  findings.races += 1;
  const course = courseOf(race, race.places);
  if (!crossInOrder(course, race)) findings.wrongOrders += 1;
  countSteps(course, race, findings);
  for (const runner of course.runners) for (const leg of legNames) countFootfalls(runner, leg, findings);
  comparePictures(course, race, findings);
}

function courseOf(
  { motionSeed, durationMs }: DrawnRace,
  places: readonly number[] | null,
  playback?: Playback,
): Course {
  const run = { startsAt: STARTS_AT, motionSeed, places, ...(playback && { playback }) };
  const state: RunState = { horses, marked: null, durationMs, run };
  return courseFor(geometry, state);
}

/** Noses on the ground of their own lane, in pixels: the winner's is at the line, the others behind it in order. */
function crossInOrder(course: Course, { durationMs, places }: DrawnRace): boolean {
  const { running } = momentAt(course, STARTS_AT + durationMs);
  const noses = running.map(({ position }) => position * geometry.bodyLength);
  const line = course.finishDistance * geometry.bodyLength;
  const drawn = noses
    .map((_, index) => index + 1)
    .toSorted((a, b) => (noses[b - 1] ?? 0) - (noses[a - 1] ?? 0));
  return isDeepStrictEqual(drawn, [...places]) && Math.abs(Math.max(...noses) - line) < 1e-6;
}

function countSteps({ plan }: Course, { durationMs }: DrawnRace, findings: Findings): void {
  if (plan === null) return;
  let before = positionsAt(plan, 0);
  for (let elapsedMs = STEP_MS; elapsedMs <= durationMs + AFTER_FINISH_MS; elapsedMs += STEP_MS) {
    const now = positionsAt(plan, elapsedMs);
    for (const [index, position] of now.entries())
      if (position < (before[index] ?? 0) - 1e-9) findings.backwardSteps += 1;
    findings.steps += now.length;
    before = now;
  }
}

/** When, within its time on the ground, a hoof is checked: mostly at both ends, where a leg gets too short for it. */
const looks = [0.004, 0.12, 0.5, 0.88, 0.996] as const;

function countFootfalls(runner: Runner, leg: (typeof legNames)[number], findings: Findings): void {
  const { gait } = runner;
  const rest = gait.rest ?? 0;
  for (let count = 0; fallOf(gait, leg, count).at < rest; count += 1) {
    const { phase, liftPhase } = fallOf(gait, leg, count);
    const runs = looks.map((look) => runAt(gait, phase + (liftPhase - phase) * look));
    const slide = slideOver(
      runner,
      leg,
      runs.filter((run) => run < rest),
    );
    if (slide === null) continue;
    findings.footfalls += 1;
    if (slide >= MAX_SLIDE) findings.slides += 1;
    findings.worstSlide = Math.max(findings.worstSlide, slide);
  }
}

/** How far the toe, as drawn, moves along the turf or off it, in body lengths; null if it never bore weight. */
function slideOver(runner: Runner, leg: (typeof legNames)[number], runs: readonly number[]): number | null {
  const print = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, off: 0 };
  for (const run of runs) {
    const { foot, joints } = limbAt(runner.gait, leg, run);
    if (!foot.planted) continue;
    const nose = (run / runner.unitsPerLength) * geometry.bodyLength;
    const x = originX(runner, run, nose) + joints[5].x * runner.scale;
    print.low = Math.min(print.low, x);
    print.high = Math.max(print.high, x);
    print.off = Math.max(print.off, Math.abs(joints[5].y) * runner.scale);
  }
  if (print.high < print.low) return null;
  return Math.max(print.high - print.low, print.off) / geometry.bodyLength;
}

/**
 * Compares two live viewers, of whom one joined late and knew the places from the start, and one viewer of a replay a
 * day later at half speed.
 */
function comparePictures(late: Course, race: DrawnRace, findings: Findings): void {
  const blind = courseOf(race, null);
  const replayedAt = STARTS_AT + DAY_MS;
  const revealMs = race.durationMs * REVEAL_AT;
  for (let elapsedMs = -200; elapsedMs < race.durationMs + 5000; elapsedMs += PICTURE_EVERY_MS) {
    const live = momentAt(elapsedMs < revealMs ? blind : late, STARTS_AT + elapsedMs);
    const joined = momentAt(courseOf(race, race.places), STARTS_AT + elapsedMs);
    const playback = { elapsedMs: elapsedMs - 50, since: replayedAt - 100, rate: 0.5 };
    const replay = momentAt(courseOf(race, race.places, playback), replayedAt);
    findings.pictures += 1;
    if (!isDeepStrictEqual(seen(live), seen(joined))) findings.clientsApart += 1;
    if (!isDeepStrictEqual(seen(live), seen(replay))) findings.replaysApart += 1;
  }
}

/** Everything that the drawing uses of a moment. Where a horse will stop is not drawn before it is known. */
const seen = ({ running, ...rest }: Moment) => ({
  ...rest,
  running: running.map(({ horse, rider, position }) => ({ horse, rider, position })),
});
