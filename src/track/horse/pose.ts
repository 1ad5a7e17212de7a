import {
  clamp,
  FAR_SHIFT,
  HIP,
  isHind,
  isNear,
  legNames,
  mix,
  plus,
  SHOULDER,
  smooth,
  turned,
  wave,
  type LegName,
  type Point,
} from "./anatomy.ts";
import { effortAt, footingAt, phaseAt, type Footing, type Gait } from "./gait.ts";
import { FORE, freeToe, HIND, solveLeg, type Leg } from "./leg.ts";

/** What gives a horse its individual movement; see `runners.ts`. */
export interface Carriage {
  /** How much higher than others it carries its neck and head, in degrees. */
  readonly neck: number;
  readonly head: number;
  /** How much it nods: 1 is like most. */
  readonly nod: number;
}

/** The whole horse at a moment. Points are in the ground's frame: x ahead of where the run began, y = 0 is the turf. */
export interface HorsePose {
  /** Strides since the gate. */
  readonly phase: number;
  readonly effort: number;
  readonly root: Point;
  /** Degrees by which the forehand is lifted. */
  readonly pitch: number;
  /** Degrees above level, of the neck from its base and of the head from poll to muzzle. */
  readonly neck: number;
  readonly head: number;
  readonly legs: Readonly<Record<LegName, Leg>>;
  readonly feet: Readonly<Record<LegName, Footing>>;
}

interface Body {
  readonly root: Point;
  readonly pitch: number;
  readonly phase: number;
  readonly effort: number;
}

const HEIGHT = { standing: 72.5, gallop: 70.4 } as const;
const HEAVE = 2.1;
const ROCKING = 3.5;
const LEAP = { lift: 9, sink: 3.4, within: 40 } as const;

/** Trunk of a horse that has run this far: it rocks about its middle once per stride and rises between strides. */
function bodyAt(gait: Gait, run: number): Body {
  const phase = phaseAt(gait, run);
  const effort = effortAt(gait, run);
  // Leaving the gate, the hind legs push and the forehand comes up.
  const leap = run <= 0 ? 0 : (run / LEAP.within) * Math.exp(1 - run / LEAP.within);
  const live = effort * smooth(phase * 1.5);
  const height =
    mix(HEIGHT.standing, HEIGHT.gallop, effort) + live * HEAVE * wave(phase, 0.88) - leap * LEAP.sink;
  return {
    root: { x: run, y: -height },
    pitch: live * ROCKING * wave(phase, 0.06) + leap * LEAP.lift,
    phase,
    effort,
  };
}

/** The hip swings forward under the body while the horse is in the air. */
function jointOf(leg: LegName, { root, pitch, phase, effort }: Body): Point {
  const tuck = isHind(leg) ? effort * 2.6 * wave(phase, 0.8) : 0;
  const { x, y } = isHind(leg) ? HIP : SHOULDER;
  const joint = plus(root, turned({ x: x + tuck, y: y + Math.max(0, tuck) * 0.3 }, pitch));
  return isNear(leg) ? joint : plus(joint, FAR_SHIFT);
}

/** Legs keep some bend even when they barely swing. */
const leastSwing = (effort: number): number => 0.34 + 0.66 * effort;

function legAt(gait: Gait, leg: LegName, body: Body, foot: Footing): Leg {
  const motion = isHind(leg) ? HIND : FORE;
  const joint = jointOf(leg, body);
  if (foot.planted) {
    const effort =
      foot.count === 0
        ? body.effort + smooth((body.phase - 0.05) * 6) * (1 - body.effort)
        : 0.75 + 0.25 * body.effort;
    return solveLeg(motion, joint, { x: foot.from, y: 0 }, { planted: true, part: foot.part, effort });
  }
  const effort = leastSwing(body.effort);
  const free = plus(joint, freeToe(motion, foot.part, effort));
  const lifted = offCourse(gait, leg, foot.liftedAt, 0, foot.from);
  const landing = offCourse(gait, leg, foot.landsAt, 1, foot.to);
  const blend = smooth(foot.part);
  const toe = {
    x: free.x + mix(lifted.x, landing.x, blend),
    y: Math.min(
      free.y + mix(lifted.y, landing.y, blend),
      -0.4 * Math.min(1, 12 * foot.part * (1 - foot.part)),
    ),
  };
  return solveLeg(motion, joint, toe, { planted: false, part: foot.part, effort });
}

/** The offset between the beginning or end of the free swing and the footprint that the leg leaves or makes. */
function offCourse(gait: Gait, leg: LegName, run: number, part: number, print: number): Point {
  const body = bodyAt(gait, run);
  const joint = jointOf(leg, body);
  const free = freeToe(isHind(leg) ? HIND : FORE, part, leastSwing(body.effort));
  return { x: print - joint.x - free.x, y: -joint.y - free.y };
}

/** A leg as drawn, and what it does, after the horse has run this far. */
export function limbAt(gait: Gait, leg: LegName, run: number, body = bodyAt(gait, run)) {
  const foot = footingAt(gait, leg, run);
  return { foot, joints: legAt(gait, leg, body, foot) };
}

/** `idle` is a slow clock in seconds for a horse's movements while it waits. */
export function poseAt(gait: Gait, carriage: Carriage, run: number, idle: number): HorsePose {
  const body = bodyAt(gait, run);
  const { root, pitch, phase, effort } = body;
  const feet = {} as Record<LegName, Footing>;
  const legs = {} as Record<LegName, Leg>;
  for (const leg of legNames) {
    const { foot, joints } = limbAt(gait, leg, run, body);
    feet[leg] = foot;
    legs[leg] = joints;
  }
  const fidget = 1 - clamp(effort * 4);
  const look = fidget * (Math.sin(idle * 0.9) * 2.2 + Math.sin(idle * 0.37 + 2) * 2.6);
  const toss = fidget * Math.max(0, Math.sin(idle * 0.53)) ** 12 * 7;
  const nod = carriage.nod * effort;
  return {
    phase,
    effort,
    root,
    pitch,
    legs,
    feet,
    neck: mix(49, 32, effort) + carriage.neck + nod * 7 * wave(phase, 0.02) + pitch * 0.3 + look + toss,
    head: mix(-44, -35, effort) + carriage.head + nod * 5 * wave(phase, 0.1) + look * 0.6 + toss * 0.8,
  };
}
