import { createPicture, hashed, shade, withAlpha, type Ctx, type Picture } from "../ink.ts";
import { laneLine, type Geometry } from "../geometry.ts";
import { LANES } from "../lanes.ts";
import { drawInCssPixels, snapped, type View } from "../view.ts";
import type { Scenery } from "../scenery.ts";

const VARIANTS = 3;

/** Turf or grid: a few tiles, in an order that does not repeat. */
export interface Ground {
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
  readonly tiles: readonly Picture[];
  readonly width: number;
}

export function paintGround(
  { groundTop, height, bodyLength }: Geometry,
  paintTile: Scenery["tile"],
  ratio: number,
): Ground {
  // Whole canvas pixels, so that tiles join without a seam.
  const pixels = Math.round(Math.max(160, bodyLength * 5) * ratio);
  const width = pixels / ratio;
  const tiles = Array.from({ length: VARIANTS }, (_, variant) => {
    const { picture, ctx } = createPicture(pixels, (height - groundTop) * ratio, { alpha: false });
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintTile(ctx, width, height - groundTop, variant);
    return picture;
  });
  return { tiles, width, ratio };
}

/** The light in a player's lane, in the horse's `#rrggbb`: a line that is stretched over the lane. */
export function paintLaneLight(color: string): Picture {
  const { picture, ctx } = createPicture(128, 1);
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [128, 0],
    [
      [0, withAlpha(color, 0.42)],
      [0.5, withAlpha(color, 0.17)],
      [1, withAlpha(color, 0.06)],
    ],
  );
  ctx.fillRect(0, 0, 128, 1);
  return picture;
}

/** The ground with its stripes, which show its speed, and its lanes. */
export function drawGround(ctx: Ctx, view: View, scenery: Scenery, ground: Ground): void {
  const { geometry, shift } = view;
  const { ratio } = ground;
  const { width, groundTop } = geometry;
  drawInCssPixels(ctx, view);
  for (let tile = Math.floor(shift / ground.width); tile * ground.width - shift < width; tile += 1) {
    const picture = ground.tiles[Math.floor(hashed(tile, 3) * ground.tiles.length)];
    if (picture !== undefined)
      ctx.drawImage(
        picture,
        snapped(view, tile * ground.width - shift),
        groundTop,
        ground.width,
        picture.height / ratio,
      );
  }
  scenery.stripes(ctx, view);
  ctx.fillStyle = scenery.palette.laneLine;
  for (let lane = 1; lane < LANES; lane += 1) ctx.fillRect(0, laneLine(geometry, lane) - 0.6, width, 1.2);
}

/** Lights the player's own lane, if there is one. */
export function drawLaneLight(ctx: Ctx, view: View, lights: readonly Picture[], lane: number): void {
  const light = lights[lane];
  if (light === undefined) return;
  const top = laneLine(view.geometry, lane);
  ctx.drawImage(light, 0, top, view.geometry.width, laneLine(view.geometry, lane + 1) - top);
}
