import { createPicture, type Ctx, type Picture } from "../ink.ts";
import { enter, snapped, type View } from "../view.ts";

/** A backdrop as long as the whole race: it goes by once and nothing in it is seen twice. */
export interface Strip {
  readonly pieces: readonly Picture[];
  readonly pieceWidth: number;
  readonly width: number;
  readonly height: number;
  /** Part of the camera's way that it moves. */
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
/** Pieces reach a little over the next, for no seam to show when the camera is near. */
const OVERLAP = 2;

/** Paints a strip; `paint` gets a context whose origin is the strip's left upper corner, once for each piece. */
export function paintStrip(
  reach: Reach,
  depth: number,
  height: number,
  ratio: number,
  paint: (ctx: Ctx, width: number) => void,
): Strip {
  const width = (reach.to - reach.from) * depth + reach.width * 1.02;
  const pieces: Picture[] = [];
  for (let left = 0; left < width; left += PIECE) {
    const { picture, ctx } = createPicture((Math.min(PIECE, width - left) + OVERLAP) * ratio, height * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, -left * ratio, 0);
    paint(ctx, width);
    pieces.push(picture);
  }
  return { pieces, pieceWidth: PIECE, width, height, depth, from: reach.from };
}

/** X of the strip's left edge in the picture. */
export const stripX = ({ depth, from }: Strip, shift: number): number => -(shift - from) * depth;

export function drawStrip(ctx: Ctx, view: View, strip: Strip, y: number, ratio: number): void {
  enter(ctx, view);
  const left = stripX(strip, view.shift);
  for (const [index, picture] of strip.pieces.entries()) {
    const x = left + index * strip.pieceWidth;
    const width = picture.width / ratio;
    if (x < view.geometry.width && x + width > 0)
      ctx.drawImage(picture, strip.depth > 0.1 ? snapped(view, x) : x, y, width, strip.height);
  }
}
