import type { Geometry } from "./geometry.ts";
import type { Ctx } from "./ink.ts";

/** Where the course lies on the canvas at a moment: geometry, camera and pixel ratio together. */
export interface View {
  readonly geometry: Geometry;
  /** Pixels of the course left of the picture. */
  readonly shift: number;
  /** Canvas pixels a CSS pixel. */
  readonly ratio: number;
}

/** X of a point of the course: its distance in body lengths, and the y that it lies on. */
export function courseX({ geometry, shift }: View, lengths: number, y: number): number {
  const { groundTop, groundBottom, skew, bodyLength } = geometry;
  return lengths * bodyLength - shift - ((y - groundTop) / (groundBottom - groundTop) - 0.5) * skew;
}

/** Lets what follows be drawn in CSS pixels of the picture. */
export const drawInCssPixels = (ctx: Ctx, { ratio }: View): void =>
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);

/** The next whole canvas pixel: a large picture that lies between two costs several times as much. */
export const snapped = ({ ratio }: View, x: number): number => Math.round(x * ratio) / ratio;
