import { clamp, smooth } from "./horse/anatomy.ts";
import type { Geometry } from "./geometry.ts";

/** How many lengths before the line the camera begins to slow to a stop. */
const REST_LENGTHS = 3;
/** The part of the width at which the leader pushes the camera on, and how softly. */
const EDGE = { wide: 0.955, compact: 0.92, soft: 0.07 } as const;
/** The picture shifts towards the line by up to this part of its width, beginning this many lengths before it. */
const LEAN = { most: 0.09, from: 9 } as const;

/** The field at a moment: how far each horse has run, in body lengths. */
interface Field {
  readonly positions: readonly number[];
  readonly finishDistance: number;
}

/**
 * The point of the course that the camera follows, in body lengths: between the leader and the field, stopping at the
 * line so that the finish is seen from a still camera.
 */
export function focusOf(positions: readonly number[], finishDistance: number): number {
  if (positions.length === 0) return 0;
  const leader = Math.max(...positions);
  const mean = positions.reduce((sum, position) => sum + position, 0) / positions.length;
  const wish = leader * 0.6 + mean * 0.4;
  const rest = finishDistance + 0.2;
  return wish < rest - REST_LENGTHS
    ? wish
    : rest - REST_LENGTHS * Math.exp(-(wish - rest + REST_LENGTHS) / REST_LENGTHS);
}

/**
 * X of the camera's point of interest. At the gate it leaves room ahead for the countdown, on a phone no more than
 * that: behind the horses are the names of their lanes.
 */
export function anchorX(width: number, compact: boolean, focus: number): number {
  const [gate, run] = compact ? [clamp(0.3 + 128 / width, 0.59, 0.7), 0.74] : [0.715, 0.7];
  return width * (gate + (run - gate) * smooth(focus / 5));
}

/** Pixels of the course to the left of the picture. */
export function shiftAt(
  { width, compact, bodyLength }: Geometry,
  { positions, finishDistance }: Field,
): number {
  const leader = Math.max(...positions, 0);
  const focus = focusOf(positions, finishDistance);
  const near = smooth((leader - finishDistance + LEAN.from) / LEAN.from);
  const anchor = anchorX(width, compact, focus) - width * LEAN.most * near;
  // The camera rests at the line until the leader is about to leave the picture, and then moves along.
  const pushed = leader * bodyLength - width * (compact ? EDGE.compact : EDGE.wide);
  return softMaximum(focus * bodyLength - anchor, pushed, width * EDGE.soft);
}

/** A smooth maximum of two values, without a kink where they meet. */
const softMaximum = (a: number, b: number, within: number): number =>
  (a + b + Math.sqrt((a - b) ** 2 + within ** 2)) / 2;
