import { BOTTOM_FRACTION, COMPACT_BELOW, depth, LANES, topFraction } from "./lanes.ts";

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

/** Y of the line above a lane, lanes counted from 0; `LANES` is the near edge. */
export const laneLine = ({ groundTop, groundBottom }: Geometry, lane: number): number =>
  groundTop + (groundBottom - groundTop) * depth(lane / LANES);

/** Y on which a lane's horse runs. */
export const laneGround = ({ groundTop, groundBottom }: Geometry, lane: number): number =>
  groundTop + (groundBottom - groundTop) * depth((lane + 0.84) / LANES);

/** Far horses are drawn smaller. */
export const laneScale = (lane: number): number => 0.9 + (0.19 * lane) / (LANES - 1);
