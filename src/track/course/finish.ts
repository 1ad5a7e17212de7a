import { disc, fillShape, shade, withAlpha, type Ctx } from "../ink.ts";
import { LANES } from "../lanes.ts";
import { courseX, drawInCssPixels, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

/** The chequered line across the ground and the far post; drawn before the horses. */
export function drawFinishLine(
  ctx: Ctx,
  view: View,
  palette: Palette,
  text: string,
  finishDistance: number,
): void {
  const { width, groundTop, groundBottom, bodyLength } = view.geometry;
  const x = courseX(view, finishDistance, groundTop);
  if (x > width + 260 || x < -260) return;
  drawInCssPixels(ctx, view);
  const rows = LANES * 4;
  const square = bodyLength * 0.15;
  for (let row = 0; row < rows; row += 1) {
    const y = groundTop + ((groundBottom - groundTop) * row) / rows;
    const below = groundTop + ((groundBottom - groundTop) * (row + 1)) / rows;
    for (let column = 0; column < 2; column += 1) {
      const [from, to] = [
        courseX(view, finishDistance, y) + column * square,
        courseX(view, finishDistance, below) + column * square,
      ];
      fillShape(
        ctx,
        palette.checks[(row + column) % 2 === 1 ? 0 : 1],
        [
          [from, y],
          [from + square, y],
          [to + square, below + 0.4],
          [to, below + 0.4],
        ],
        0,
      );
    }
  }
  const high = groundTop * 0.62;
  drawPost(ctx, palette, x, groundTop + 4, high, 5);
  // On the side of the approaching horses: there it is visible as soon as the post is.
  const board = x - 111;
  ctx.fillStyle = palette.plate;
  ctx.beginPath();
  ctx.roundRect(board, groundTop - high + 12, 102, 23, 4);
  ctx.fill();
  ctx.fillStyle = palette.plateText;
  ctx.font = `700 13px ${palette.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.letterSpacing = "3px";
  ctx.fillText(text, board + 52, groundTop - high + 24.4);
  ctx.letterSpacing = "0px";
}

/** The near post of the line; drawn after the horses. */
export function drawNearPost(ctx: Ctx, view: View, palette: Palette, finishDistance: number): void {
  const { width, height, groundBottom } = view.geometry;
  const x = courseX(view, finishDistance, groundBottom);
  if (x > width + 60 || x < -60) return;
  drawInCssPixels(ctx, view);
  drawPost(ctx, palette, x, groundBottom + (height - groundBottom) * 0.5, height * 0.075, 5);
}

function drawPost(ctx: Ctx, palette: Palette, x: number, foot: number, high: number, wide: number): void {
  ctx.fillStyle = shade(
    ctx,
    [x - wide / 2, 0],
    [x + wide / 2, 0],
    [
      [0, palette.post],
      [1, palette.postShade],
    ],
  );
  ctx.fillRect(x - wide / 2, foot - high, wide, high);
  disc(ctx, palette.post, x, foot - high, wide * 2.4);
  disc(ctx, palette.postHead, x, foot - high, wide * 1.9);
  disc(ctx, withAlpha("#ffffff", 0.22), x - wide * 0.5, foot - high - wide * 0.6, wide * 0.7);
}

/** A winning margin below this many lengths triggers the photograph. */
const PHOTO_LENGTHS = 0.4;
const FLASH_MS = 260;
/** Visible, but neither hiding who is first nor dazzling in the dark. */
const FLASH_ALPHA = 0.22;

/** The flash of the finish camera and the line of its photograph, if it was close. */
export function drawPhotoFinish(
  ctx: Ctx,
  view: View,
  palette: Palette,
  {
    finishDistance,
    margin,
    sinceMs,
  }: { readonly finishDistance: number; readonly margin: number; readonly sinceMs: number },
): void {
  if (margin >= PHOTO_LENGTHS || sinceMs < 0 || sinceMs > 2200) return;
  const { width, height, groundTop, groundBottom } = view.geometry;
  drawInCssPixels(ctx, view);
  const line = 1 - sinceMs / 2200;
  const [top, bottom] = [
    courseX(view, finishDistance, groundTop),
    courseX(view, finishDistance, groundBottom),
  ];
  for (const [wide, alpha] of [
    [7, 0.16],
    [1.6, 0.9],
  ] as const) {
    ctx.strokeStyle = withAlpha(palette.photoLine, alpha * line);
    ctx.lineWidth = wide;
    ctx.beginPath();
    ctx.moveTo(top, groundTop);
    ctx.lineTo(bottom, groundBottom);
    ctx.stroke();
  }
  if (sinceMs > FLASH_MS) return;
  const flash = (1 - sinceMs / FLASH_MS) ** 2;
  ctx.fillStyle = `rgba(255,255,255,${FLASH_ALPHA * flash})`;
  ctx.fillRect(0, 0, width, height);
}
