import { courseLength } from "./distances.ts";
import { planRace, positionsAt, type RacePlan } from "../domain/motion.ts";
import { shiftAt } from "./camera.ts";
import type { Geometry } from "./geometry.ts";
import { clamp, smooth } from "./horse/anatomy.ts";
import { poseAt, type HorsePose } from "./horse/pose.ts";
import { riderAt, type RiderPose, type Riding } from "./horse/rider.ts";
import { runnersFor, type Runner } from "./runners.ts";
import { elapsedAt, type RunState } from "./track-state.ts";

/** What any moment of a race needs, computed once for a state and a size. */
export interface Course {
  readonly geometry: Geometry;
  readonly state: RunState;
  readonly plan: RacePlan | null;
  readonly finishDistance: number;
  readonly runners: readonly Runner[];
  /** Index of the winner; null until it is known. */
  readonly winner: number | null;
  /** The winner's lead over the second at the line, in body lengths. */
  readonly margin: number;
}

/** A horse with its rider at a moment. */
interface Running {
  readonly runner: Runner;
  /** Distance of the nose from the gate, in body lengths. */
  readonly position: number;
  /** The same in the horse's own units. */
  readonly run: number;
  readonly horse: HorsePose;
  readonly rider: RiderPose;
}

/** Everything visible at one moment. It is a function of the state and the time: two screens show the same. */
export interface Moment {
  /** ms since the start; 0 or less before it. */
  readonly elapsedMs: number;
  readonly sinceFinishMs: number;
  /** For what moves whether or not there is a race: flags, the crowd. */
  readonly seconds: number;
  readonly excitement: number;
  /** Pixels of the course to the left of the picture. */
  readonly shift: number;
  readonly running: readonly Running[];
}

/** The elapsed time of a race that has no start yet. */
const LONG_BEFORE_MS = -60_000;
const NO_SEED = "0".repeat(32);

export function courseFor(geometry: Geometry, state: RunState): Course {
  const { run, durationMs, horses } = state;
  const plan = run === null ? null : planRace({ ...run, durationMs });
  const winner = run?.places?.[0];
  const index = horses.findIndex(({ number }) => number === winner);
  return {
    geometry,
    state,
    plan,
    finishDistance: plan?.finishDistance ?? courseLength(durationMs),
    runners: runnersFor(geometry, run?.motionSeed ?? NO_SEED, plan, horses.length),
    winner: index === -1 ? null : index,
    margin: plan?.gaps[1] ?? Number.POSITIVE_INFINITY,
  };
}

/** Part of the race from which riders drive for home, and by which the drive is fully built up. */
const DRIVE = { from: 0.78, by: 0.9 } as const;

/** `now` is the server's time in ms. */
export function momentAt(course: Course, now: number): Moment {
  const { state, plan, geometry, finishDistance, winner } = course;
  const { durationMs, run } = state;
  const elapsed = elapsedAt(state, now);
  const elapsedMs = elapsed ?? LONG_BEFORE_MS;
  const sinceFinishMs = elapsedMs - durationMs;
  // One clock for waiting and running: a replay shows the horses in the gate as they stood.
  const seconds = ((run === null || elapsed === null ? now : run.startsAt + elapsed) / 1000) % 3600;
  const positions = plan === null ? state.horses.map(() => 0) : positionsAt(plan, elapsedMs);
  const progress = elapsedMs / durationMs;
  return {
    elapsedMs,
    sinceFinishMs,
    seconds,
    excitement: excitementAt(progress, sinceFinishMs),
    shift: shiftAt(geometry, { positions, finishDistance }),
    running: course.runners.map((runner, index) => {
      const position = positions[index] ?? 0;
      const distance = position * runner.unitsPerLength;
      const idle = seconds * fadingIdle(elapsedMs) + index * 2.3;
      const horse = poseAt(runner.gait, runner.carriage, distance, idle);
      const rider = riderAt(horse, ridingAt(runner, progress, sinceFinishMs, index === winner), idle);
      return { runner, position, run: distance, horse, rider };
    }),
  };
}

/** While the race runs no horse fidgets: the slow clock stops. */
const fadingIdle = (elapsedMs: number): number => (elapsedMs > 400 ? 0 : 1);

/** The crowd: murmurs at the start, stands up in the home straight, jumps at the finish. */
function excitementAt(progress: number, sinceFinishMs: number): number {
  if (progress < 0) return 0.05;
  const cheer = smooth(progress / 0.04) * (1 - smooth((progress - 0.08) / 0.1)) * 0.35;
  const straight = smooth((progress - 0.6) / 0.38) * 0.75;
  const roar = sinceFinishMs < 0 ? 0 : Math.exp(-sinceFinishMs / 4000) * 0.3;
  return clamp(
    0.18 + cheer + straight * (sinceFinishMs < 3000 ? 1 : Math.exp(-(sinceFinishMs - 3000) / 4000)) + roar,
  );
}

function ridingAt({ whips, seat }: Runner, progress: number, sinceFinishMs: number, won: boolean): Riding {
  const over = smooth(sinceFinishMs / 700);
  const launch = progress > 0 ? 0.7 * (1 - smooth(progress / 0.12)) : 0;
  const drive = Math.max(launch, smooth((progress - DRIVE.from) / (DRIVE.by - DRIVE.from))) * (1 - over);
  const whip = whips ? smooth((progress - DRIVE.from - 0.03) / 0.04) * (1 - over) : 0;
  return {
    seat,
    drive,
    whip,
    rise: smooth((sinceFinishMs - 500) / 1100),
    cheer: won ? smooth((sinceFinishMs - 350) / 600) * (1 - smooth((sinceFinishMs - 5200) / 1200)) : 0,
  };
}
