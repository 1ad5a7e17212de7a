import type { Geometry } from "./geometry.ts";
import type { Ctx } from "./ink.ts";

/** Where the course is on the canvas at a moment: geometry, camera and pixel ratio combined. */
export interface View {
  readonly geometry: Geometry;
  /** Pixels of the course to the left of the picture. */
  readonly shift: number;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
}

/** X of a point of the course: its distance in body lengths, and its y. */
export function courseX({ geometry, shift }: View, lengths: number, y: number): number {
  const { groundTop, groundBottom, skew, bodyLength } = geometry;
  return lengths * bodyLength - shift - ((y - groundTop) / (groundBottom - groundTop) - 0.5) * skew;
}

/** Makes what follows draw in CSS pixels of the picture. */
export const drawInCssPixels = (ctx: Ctx, { ratio }: View): void =>
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);

/** The next whole canvas pixel: drawing a large picture between two pixels costs several times as much. */
export const snapped = ({ ratio }: View, x: number): number => Math.round(x * ratio) / ratio;
