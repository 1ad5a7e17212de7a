/**
 * A horse in units of a hundredth of its height at the withers, seen from its right side and running to the right: x
 * forward, y down. Angles of limbs are degrees from straight down, forward positive.
 */

/** A point, or a vector. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The legs in the order in which they come down, on the side of the leading leg. */
export const legNames = ["farHind", "nearHind", "farFore", "nearFore"] as const;
export type LegName = (typeof legNames)[number];

export const isHind = (leg: LegName): boolean => leg === "farHind" || leg === "nearHind";
export const isNear = (leg: LegName): boolean => leg === "nearHind" || leg === "nearFore";

/** Where the limbs join the trunk, in the trunk's own frame: its origin is the middle of the barrel. */
export const HIP: Point = { x: -31, y: -4 };
export const SHOULDER: Point = { x: 35, y: 7 };
export const NECK_BASE: Point = { x: 31, y: -9 };
export const TAIL_HEAD: Point = { x: -46, y: -10 };
/** The far legs are a little ahead and deeper in the picture. */
export const FAR_SHIFT: Point = { x: 2.2, y: -0.6 };
export const NECK_LENGTH = 43;
/** From the trunk's origin to the nose at a gallop: the nose is what crosses the line. */
export const NOSE_AHEAD = 92;

/** Thigh, gaskin, cannon, pastern, hoof; or arm, forearm, cannon, pastern, hoof. */
export const HIND_LENGTHS = [24, 27.5, 22, 8.5, 5.5] as const;
export const FORE_LENGTHS = [20, 25.5, 17.5, 8.5, 5.5] as const;

/**
 * One body length, the unit of distances in a race, in these units.
 * @testing
 */
export const BODY_LENGTH = 115;

export const along = (angle: number, length: number): Point => ({
  x: Math.sin((angle * Math.PI) / 180) * length,
  y: Math.cos((angle * Math.PI) / 180) * length,
});

export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });

/** Rotates a point about the origin; a positive angle in degrees lifts what is ahead. */
export function turned({ x, y }: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

export const mix = (from: number, to: number, part: number): number => from + (to - from) * part;

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));

export function smooth(value: number): number {
  const x = clamp(value);
  return x * x * (3 - 2 * x);
}

/** A cosine wave that is highest where `phase` equals `peak`; both are parts of a cycle. */
export const wave = (phase: number, peak = 0): number => Math.cos(2 * Math.PI * (phase - peak));
