/** Number of lanes, which is the number of horses in a race. */
export const LANES = 6;

/** Tracks narrower than this, in CSS pixels, are drawn as on a phone. */
export const COMPACT_BELOW = 620;

/** Upper and lower edge of the running ground, as parts of the picture's height. */
export const topFraction = (compact: boolean): number => (compact ? 0.25 : 0.285);
export const BOTTOM_FRACTION = 0.955;

/** Lanes widen a little towards the viewer: 0 is the far edge of the ground, 1 the near one. */
export const depth = (part: number): number => part * (0.9 + 0.1 * part);

/** Middle of a lane in percent of the track's height, for labels over the canvas. */
export function laneMiddlePercent(lane: number, compact: boolean): number {
  const top = topFraction(compact);
  return (top + (BOTTOM_FRACTION - top) * ((depth(lane / LANES) + depth((lane + 1) / LANES)) / 2)) * 100;
}
