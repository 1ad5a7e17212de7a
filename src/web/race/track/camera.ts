/** Part of the width at which the camera keeps its point of interest. */
const ANCHOR = { wide: 0.68, compact: 0.72 } as const;
/** How many lengths before the line the camera begins to come to rest. */
const REST_LENGTHS = 3;

/**
 * The point of the course that the camera follows, in body lengths: between the leader and the field, coming
 * to rest at the line so that the finish is seen standing still.
 */
export function focusOf(positions: readonly number[], finishDistance: number): number {
  if (positions.length === 0) return 0;
  let leader = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const position of positions) {
    leader = Math.max(leader, position);
    sum += position;
  }
  const wish = leader * 0.6 + (sum / positions.length) * 0.4;
  const rest = finishDistance + 0.2;
  return wish < rest - REST_LENGTHS
    ? wish
    : rest - REST_LENGTHS * Math.exp(-(wish - rest + REST_LENGTHS) / REST_LENGTHS);
}

/** X of the camera's point of interest. At the gate it stands further left, to leave room for the countdown. */
export function anchorX(width: number, compact: boolean, focus: number): number {
  const run = compact ? ANCHOR.compact : ANCHOR.wide;
  const gate = compact ? 0.74 : 0.7;
  const settled = Math.min(1, Math.max(0, focus / 4));
  return width * (gate + (run - gate) * settled);
}
