import { shade, type Ctx } from "../ink.ts";
import { drawInCssPixels, type View } from "../view.ts";

const FAR_POSTS = 46;
const NEAR_POSTS = 130;
const WHITE = "#fbf7ea";

export function drawFarRail(ctx: Ctx, { geometry, shift }: View): void {
  const { width, groundTop } = geometry;
  ctx.fillStyle = "rgba(0,0,0,.3)";
  ctx.fillRect(0, groundTop + 4, width, 1.6);
  ctx.fillStyle = WHITE;
  ctx.fillRect(0, groundTop + 0.6, width, 3.2);
  for (let x = -around(shift, FAR_POSTS); x < width; x += FAR_POSTS) ctx.fillRect(x, groundTop + 2, 2.2, 9);
}

/** It is nearer than the horses, so it passes faster. */
export function drawNearRail(ctx: Ctx, view: View): void {
  const { width, height, groundBottom } = view.geometry;
  drawInCssPixels(ctx, view);
  const y = groundBottom + (height - groundBottom) * 0.42;
  ctx.fillStyle = "rgba(8,24,10,.35)";
  ctx.fillRect(0, y + 6, width, 5);
  ctx.fillStyle = "#e4ddc8";
  for (let x = -around(view.shift * 1.12, NEAR_POSTS); x < width; x += NEAR_POSTS)
    ctx.fillRect(x, y, 5, height);
  ctx.fillStyle = shade(
    ctx,
    [0, y - 6],
    [0, y + 3],
    [
      [0, "#fffdf4"],
      [1, "#cfc7b0"],
    ],
  );
  ctx.fillRect(0, y - 6, width, 8);
}

const around = (value: number, period: number): number => ((value % period) + period) % period;
