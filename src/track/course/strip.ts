import { createPicture, type Ctx, type Picture } from "../ink.ts";
import { drawInCssPixels, snapped, type View } from "../view.ts";

/** A backdrop as long as the whole race: it passes once and nothing in it is seen twice. */
export interface Strip {
  readonly pieces: readonly Picture[];
  readonly pieceWidth: number;
  readonly width: number;
  /** Y of its upper edge in the picture. */
  readonly top: number;
  readonly height: number;
  /** Its movement as a fraction of the camera's. */
  readonly depth: number;
  /** Camera shift at which its left edge meets the picture's. */
  readonly from: number;
}

/** The course as the camera sees it: shift at the gate and at the far end. */
export interface Reach {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

const PIECE = 2600;
/** Pieces overlap a little, so that no seam shows when the camera is near. */
const OVERLAP = 2;

/**
 * Paints a strip from `top` to `bottom` of the picture; the origin of `paint` is on its upper edge, and it is called
 * once for each piece.
 */
export function paintStrip(
  reach: Reach,
  { depth, top, bottom }: { readonly depth: number; readonly top: number; readonly bottom: number },
  ratio: number,
  paint: (ctx: Ctx, width: number) => void,
): Strip {
  const width = (reach.to - reach.from) * depth + reach.width * 1.02;
  const height = bottom - top;
  const pieces: Picture[] = [];
  for (let left = 0; left < width; left += PIECE) {
    const { picture, ctx } = createPicture((Math.min(PIECE, width - left) + OVERLAP) * ratio, height * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    paint(ctx, width);
    pieces.push(picture);
  }
  return { pieces, pieceWidth: PIECE, width, top, height, depth, from: reach.from };
}

/** X of the strip's left edge in the picture. */
export const stripX = ({ depth, from }: Strip, shift: number): number => -(shift - from) * depth;

export function drawStrip(ctx: Ctx, view: View, strip: Strip): void {
  drawInCssPixels(ctx, view);
  const left = stripX(strip, view.shift);
  for (const [index, picture] of strip.pieces.entries()) {
    const x = left + index * strip.pieceWidth;
    const width = picture.width / view.ratio;
    if (x < view.geometry.width && x + width > 0)
      ctx.drawImage(picture, strip.depth > 0.1 ? snapped(view, x) : x, strip.top, width, strip.height);
  }
}
