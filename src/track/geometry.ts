import { planRace } from "../domain/motion.ts";

/** Number of lanes, which is the number of horses in a race. */
export const LANES = 6;

/** Positions on a track of a given size, in CSS pixels. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Phones: fewer details, and the camera is nearer to the leaders. */
  readonly compact: boolean;
  /** Upper and lower edge of the running ground. */
  readonly groundTop: number;
  readonly groundBottom: number;
  /** Height at the withers of a horse half-way into the picture. */
  readonly horseHeight: number;
  /** One body length. */
  readonly bodyLength: number;
  /** The slant of the ground: how much further left a point at the bottom is than one at the top. */
  readonly skew: number;
}

const COMPACT_BELOW = 620;
/** A body length as a multiple of the height at the withers. */
const LENGTH_IN_HEIGHTS = 1.15;

export function geometryOf(width: number, height: number): Geometry {
  const compact = width < COMPACT_BELOW;
  const groundTop = Math.round(height * topFraction(compact));
  const groundBottom = Math.round(height * BOTTOM_FRACTION);
  const laneHeight = (groundBottom - groundTop) / LANES;
  const horseHeight = Math.min(laneHeight * 1.48, width / 6.6);
  return {
    width,
    height,
    compact,
    groundTop,
    groundBottom,
    horseHeight,
    bodyLength: Math.min(horseHeight * LENGTH_IN_HEIGHTS, width / 7.2),
    skew: (groundBottom - groundTop) * 0.07,
  };
}

const BOTTOM_FRACTION = 0.955;
const topFraction = (compact: boolean): number => (compact ? 0.25 : 0.285);

/** Lanes widen a little towards the viewer: 0 is the far edge of the ground, 1 the near one. */
const depth = (part: number): number => part * (0.9 + 0.1 * part);

/** Y of the line above a lane, lanes counted from 0; `LANES` is the near edge. */
export const laneLine = ({ groundTop, groundBottom }: Geometry, lane: number): number =>
  groundTop + (groundBottom - groundTop) * depth(lane / LANES);

/** Y on which a lane's horse runs. */
export const laneGround = ({ groundTop, groundBottom }: Geometry, lane: number): number =>
  groundTop + (groundBottom - groundTop) * depth((lane + 0.84) / LANES);

/** Far horses are drawn smaller. */
export const laneScale = (lane: number): number => 0.9 + (0.19 * lane) / (LANES - 1);

/** Middle of a lane in percent of the track's height, for labels over the canvas. */
export function laneMiddlePercent(lane: number, compact: boolean): number {
  const top = topFraction(compact);
  return (top + (BOTTOM_FRACTION - top) * ((depth(lane / LANES) + depth((lane + 1) / LANES)) / 2)) * 100;
}

/** How many metres a body length represents on the distance boards next to the track. */
const METRES_PER_LENGTH = 2.4;

/** Rounded as distances are announced. */
export const metresOf = (lengths: number): number =>
  Math.max(0, Math.round((lengths * METRES_PER_LENGTH) / 5) * 5);

/** Length of the course in body lengths before its plan is known; the same for every seed. */
export const courseLength = (durationMs: number): number =>
  planRace({ motionSeed: "0".repeat(32), durationMs, places: null }).finishDistance;
