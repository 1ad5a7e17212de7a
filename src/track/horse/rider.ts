import { along, clamp, mix, NECK_BASE, plus, smooth, turned, wave, type Point } from "./anatomy.ts";
import type { HorsePose } from "./pose.ts";

/** The jockey at a moment, in the ground's frame like the horse. */
export interface RiderPose {
  readonly hip: Point;
  readonly shoulder: Point;
  readonly head: Point;
  readonly knee: Point;
  readonly ankle: Point;
  readonly elbow: Point;
  readonly hand: Point;
  /** Where the other hand holds the reins, and the elbow of that arm. */
  readonly reins: Point;
  readonly farElbow: Point;
  /** Tip of the whip; null while it is not used. */
  readonly whip: Point | null;
  /** Degrees by which the head is lifted above level. */
  readonly look: number;
}

/** What the rider is doing. Each is 0 to 1. */
export interface Riding {
  /** Urging the horse on. */
  readonly drive: number;
  /** Using the whip, once every other stride. */
  readonly whip: number;
  /** Standing up in the irons beyond the line. */
  readonly rise: number;
  /** An arm in the air: the winner. */
  readonly cheer: number;
  /** How high a rider likes to sit, −1 to 1. */
  readonly seat: number;
}

const SEGMENTS = { thigh: 20, shin: 17.5, back: 25.5, upperArm: 12.4, forearm: 12.2 } as const;
export { SEGMENTS as RIDER_LENGTHS };

/**
 * The rider stays level while the horse rocks: knees and hips absorb two thirds of it. Hands move with the neck. The
 * back opens and closes with the stride, the more the harder the drive.
 */
export function riderAt(horse: HorsePose, riding: Riding, idle: number): RiderPose {
  const { root, pitch, phase, effort } = horse;
  const { drive, rise, cheer } = riding;
  const still = 1 - clamp(effort * 3);
  const rock = effort * wave(phase, 0.1);
  const push = effort * wave(phase, 0.62);
  const swing = 1 + 1.7 * drive;
  const level: Point = { x: root.x, y: mix(-73, root.y, 0.4) };
  const seat = turned(
    {
      x: mix(-3.5, -1, rise) - 1.1 * push * swing,
      y: -34.2 - riding.seat - 1.5 * rock * swing - 6 * rise + drive + still * 2,
    },
    pitch * 0.3,
  );
  const ankle = plus(root, turned({ x: 9.6, y: -2.6 }, pitch));
  const hip = within(ankle, plus(level, seat), SEGMENTS.thigh + SEGMENTS.shin);
  const bounce = rise * effort * 1.5 * wave(phase, 0.3);
  const back = mix(14 + 3 * riding.seat + still * 12, 8, drive) - 3.8 * swing * push + rise * 30 + bounce * 2;
  const shoulder = plus(hip, along(back + 90, SEGMENTS.back));
  const knee = bent(hip, ankle, SEGMENTS.thigh, SEGMENTS.shin, 1);
  const glance = still * 14 * Math.sin(idle * 0.7 + 1);
  const look = mix(back * 0.3, 6, rise) + glance * 0.5;
  const head = plus(shoulder, along(mix(back + 66, back + 92, rise) + 8 + 4 * push * effort, 10.6));
  const onNeck = neckPoint(horse, 9 + 3.9 * effort * wave(phase, 0.06) * swing, 14 - rise * 2 - drive * 2.4);
  const arm = SEGMENTS.upperArm + SEGMENTS.forearm;
  // When standing up, the hands follow as far as the arms reach.
  const rest = within(shoulder, plus(onNeck, { x: -rise * 4, y: 0 }), arm);
  const { raise, strike } = whipSwing(phase, riding.whip);
  const free =
    cheer > 0
      ? raised(shoulder, rest, cheer, phase)
      : plus(rest, { x: -10 * raise - 27 * strike, y: -19 * raise - 4 * strike });
  const hand = within(shoulder, free, arm);
  const elbow = bent(shoulder, hand, SEGMENTS.upperArm, SEGMENTS.forearm, -1);
  return {
    hip,
    shoulder,
    head,
    knee,
    ankle,
    elbow,
    hand,
    reins: rest,
    farElbow: bent(shoulder, rest, SEGMENTS.upperArm, SEGMENTS.forearm, -1),
    whip: whipTip(hand, riding.whip, raise, strike, cheer),
    look,
  };
}

/** Once in two strides the hand goes up with the whip, and back and down with it. */
const whipSwing = (phase: number, whip: number) => ({
  raise: whip * Math.max(0, wave(phase / 2, 0.18)) ** 4,
  strike: whip * Math.max(0, wave(phase / 2, 0.32)) ** 5,
});

const WHIP = 24;

function whipTip(hand: Point, whip: number, raise: number, strike: number, cheer: number): Point | null {
  if (cheer > 0.3) return plus(hand, along(168, WHIP * smooth(cheer)));
  if (whip <= 0) return null;
  // Held forward along the neck, lifted upright, brought down behind the saddle.
  return plus(hand, along(mix(mix(118, 205, raise), 292, smooth(strike * 1.4)), WHIP));
}

function raised(shoulder: Point, rest: Point, cheer: number, phase: number): Point {
  const up = plus(shoulder, along(200 + 16 * Math.sin(phase * 9), 23));
  const part = smooth(cheer);
  return { x: mix(rest.x, up.x, part), y: mix(rest.y, up.y, part) };
}

/** A point of the neck: at a distance along it, and at a height above its centre line. */
function neckPoint({ root, pitch, neck }: HorsePose, ahead: number, above: number): Point {
  const base = plus(root, turned(NECK_BASE, pitch));
  return plus(base, turned({ x: ahead, y: -above }, neck));
}

/** The point itself, or the nearest one that a not quite stretched limb can reach. */
function within(from: Point, to: Point, reach: number): Point {
  const part = Math.min(1, (reach * 0.995) / Math.hypot(to.x - from.x, to.y - from.y));
  return { x: mix(from.x, to.x, part), y: mix(from.y, to.y, part) };
}

/** The middle joint of a limb of two bones; `side` 1 bends forward, −1 back. */
function bent(from: Point, to: Point, upper: number, lower: number, side: 1 | -1): Point {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const distance = Math.min(Math.hypot(x, y), (upper + lower) * 0.999);
  const cosine = (upper * upper + distance * distance - lower * lower) / (2 * upper * Math.max(1, distance));
  const opening = (Math.acos(clamp(cosine, -1, 1)) * 180) / Math.PI;
  const towards = (Math.atan2(x, y) * 180) / Math.PI;
  return plus(from, along(towards + side * opening, upper));
}
