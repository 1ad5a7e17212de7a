import { along, FORE_LENGTHS, HIND_LENGTHS, minus, mix, plus, type Point } from "./anatomy.ts";
import { valuesAt, type Keys } from "./keyframes.ts";

/** Joints of a leg from hip or shoulder to the toe: six points. */
export type Leg = readonly [Point, Point, Point, Point, Point, Point];

/** How a leg moves: angles of its five segments, while it is down and while it swings. */
interface LegMotion {
  readonly lengths: readonly [number, number, number, number, number];
  readonly standing: readonly number[];
  readonly stance: Keys;
  readonly swing: Keys;
  /** Which way the first joint below the trunk bends: 1 forward (stifle), −1 back (elbow). */
  readonly bend: 1 | -1;
}

export const HIND: LegMotion = {
  lengths: HIND_LENGTHS,
  standing: [30, -30, 1, 36, 54],
  stance: [
    [0, 54, -16, 26, 42, 60],
    [0.25, 44, -26, 15, 55, 62],
    [0.5, 28, -35, 1, 57, 60],
    [0.75, 10, -45, -18, 40, 42],
    [1, -6, -52, -38, -2, -14],
  ],
  swing: [
    [0, -6, -52, -38, -2, -14],
    [0.1, -8, -58, -54, -62, -76],
    [0.24, 8, -68, -58, -104, -116],
    [0.41, 36, -68, -32, -92, -102],
    [0.58, 58, -56, -4, -54, -62],
    [0.75, 69, -36, 24, -6, 2],
    [0.89, 65, -20, 34, 28, 44],
    [1, 54, -16, 26, 42, 60],
  ],
  bend: 1,
};

export const FORE: LegMotion = {
  lengths: FORE_LENGTHS,
  standing: [-44, 3, 1, 36, 54],
  stance: [
    [0, -24, 33, 30, 46, 62],
    [0.25, -36, 18, 14, 57, 64],
    [0.5, -47, -2, -4, 58, 60],
    [0.75, -57, -23, -25, 40, 42],
    [1, -63, -38, -43, -6, -16],
  ],
  swing: [
    [0, -63, -38, -43, -6, -16],
    [0.1, -61, -38, -72, -74, -84],
    [0.24, -53, -20, -102, -130, -140],
    [0.41, -39, 20, -100, -146, -158],
    [0.57, -25, 53, -62, -108, -118],
    [0.72, -15, 65, 4, -30, -22],
    [0.87, -17, 54, 44, 34, 50],
    [1, -24, 33, 30, 46, 62],
  ],
  bend: -1,
};

/** The angles of a leg, blended towards standing where there is little effort. */
function anglesAt(
  { standing, stance, swing }: LegMotion,
  planted: boolean,
  part: number,
  effort: number,
): number[] {
  const angles = valuesAt(planted ? stance : swing, part);
  return angles.map((angle, index) => mix(standing[index] ?? 0, angle, effort));
}

/** Offset of the toe from its joint if only the movement determines it. */
export function freeToe(motion: LegMotion, part: number, effort: number): Point {
  const angles = anglesAt(motion, false, part, effort);
  return motion.lengths.reduce<Point>((at, length, index) => plus(at, along(angles[index] ?? 0, length)), {
    x: 0,
    y: 0,
  });
}

/** Straightened to this part of its length, a leg is as long as it gets without looking like a stick. */
const LONGEST = 0.995;

/**
 * Bends a leg so that its toe is exactly at `toe`. Hoof and pastern keep the angles of the movement; above them the
 * cannon keeps its angle to the gaskin or forearm, and both turn together about the first joint. Where the leg is too
 * short for that, the hock or knee is straightened.
 */
export function solveLeg(
  motion: LegMotion,
  joint: Point,
  toe: Point,
  { planted, part, effort }: { readonly planted: boolean; readonly part: number; readonly effort: number },
): Leg {
  const [upper, middle, cannon, pastern, hoof] = motion.lengths;
  const angles = anglesAt(motion, planted, part, effort);
  const [, second = 0, third = 0, fourth = 0, fifth = 0] = angles;
  const coronet = minus(toe, along(fifth, hoof));
  const fetlock = minus(coronet, along(fourth, pastern));
  const reach = minus(fetlock, joint);
  const distance = Math.hypot(reach.x, reach.y);
  const hockBend = bendFor(second, third, middle, cannon, distance / LONGEST - upper);
  const lower = plus(along(0, middle), along(hockBend, cannon));
  const lowerLength = Math.hypot(lower.x, lower.y);
  const clampedDistance = Math.min(distance, (upper + lowerLength) * LONGEST);
  const cosine =
    (upper * upper + clampedDistance * clampedDistance - lowerLength * lowerLength) /
    (2 * upper * clampedDistance);
  const towards = (Math.atan2(reach.x, reach.y) * 180) / Math.PI;
  const opening = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
  const first = plus(joint, along(towards + motion.bend * opening, upper));
  // A leg that is too short for its swing pulls its hoof along.
  const short = {
    x: reach.x * (clampedDistance / distance - 1),
    y: reach.y * (clampedDistance / distance - 1),
  };
  const down = minus(plus(fetlock, short), first);
  const lowerAngle = (Math.atan2(down.x, down.y) * 180) / Math.PI;
  const own = (Math.atan2(lower.x, lower.y) * 180) / Math.PI;
  const second2 = plus(first, along(lowerAngle - own, middle));
  return [joint, first, second2, plus(fetlock, short), plus(coronet, short), plus(toe, short)];
}

/** The angle between gaskin and cannon, or forearm and cannon: that of the movement unless the leg must be longer. */
function bendFor(second: number, third: number, middle: number, cannon: number, needed: number): number {
  let bend = third - second;
  for (let step = 0; step < 12; step += 1) {
    const { x, y } = plus(along(0, middle), along(bend, cannon));
    if (Math.hypot(x, y) >= needed) break;
    bend *= 0.8;
  }
  return bend;
}
