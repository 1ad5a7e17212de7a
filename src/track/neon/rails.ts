import { createPicture, shade, type Ctx, type Picture } from "../ink.ts";
import { drawInCssPixels, type View } from "../view.ts";

const POSTS = 140;
const lights = ["#9945ff", "#43b4ca", "#14f195"] as const;

/** How far the light around a rail reaches, in CSS pixels. */
const REACH = 9;
/** The painted beam is stretched to the track's width; it is twice as high as drawn, for high-resolution screens. */
const [BEAM_WIDTH, BEAM_HEIGHT] = [256, 4 * REACH];
const [farBeam, nearBeam] = [paintBeam(lights), paintBeam(lights.toReversed())];

/** A rail of light: a bright core and the glow around it. */
function paintBeam(colors: readonly string[]): Picture {
  const { picture, ctx } = createPicture(BEAM_WIDTH, BEAM_HEIGHT);
  const paint = () => {
    ctx.fillStyle = shade(
      ctx,
      [0, 0],
      [BEAM_WIDTH, 0],
      colors.map((color, index) => [index / 2, color] as const),
    );
    for (const [half, alpha] of [
      [REACH, 0.12],
      [4.5, 0.25],
      [1.4, 1],
    ] as const) {
      ctx.globalAlpha = alpha;
      ctx.fillRect(0, BEAM_HEIGHT / 2 - 2 * half, BEAM_WIDTH, 4 * half);
    }
  };
  paint();
  // It belongs to no track, so none repaints it once its pixels are lost.
  picture.addEventListener("contextrestored", paint);
  return picture;
}

export function drawFarRail(ctx: Ctx, { geometry: { width, groundTop } }: View): void {
  drawBeam(ctx, farBeam, width, groundTop + 2);
}

export function drawNearRail(ctx: Ctx, view: View): void {
  const { width, height, groundBottom } = view.geometry;
  drawInCssPixels(ctx, view);
  const y = groundBottom + (height - groundBottom) * 0.38;
  drawBeam(ctx, nearBeam, width, y);
  const shift = view.shift * 1.12;
  for (let x = -(((shift % POSTS) + POSTS) % POSTS); x < width; x += POSTS) {
    // A post has the colour of the rail above it.
    const from = Math.min(BEAM_WIDTH - 1, Math.max(0, (x / width) * BEAM_WIDTH));
    ctx.drawImage(nearBeam, from, BEAM_HEIGHT / 2, 1, 1, x, y, 2, height);
  }
}

const drawBeam = (ctx: Ctx, beam: Picture, width: number, y: number) =>
  ctx.drawImage(beam, 0, y - REACH, width, 2 * REACH);
