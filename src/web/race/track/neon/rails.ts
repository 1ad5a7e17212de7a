import { shade, type Ctx } from "../ink.ts";
import { enter, type View } from "../view.ts";

const POSTS = 140;
const lights = ["#9945ff", "#43b4ca", "#14f195"] as const;

export function drawFarRail(ctx: Ctx, { geometry: { width, groundTop } }: View): void {
  beam(ctx, width, groundTop + 2, lights);
}

export function drawNearRail(ctx: Ctx, view: View): void {
  const { width, height, groundBottom } = view.geometry;
  enter(ctx, view);
  const y = groundBottom + (height - groundBottom) * 0.38;
  beam(ctx, width, y, lights.toReversed());
  const shift = view.shift * 1.12;
  for (let x = -(((shift % POSTS) + POSTS) % POSTS); x < width; x += POSTS) ctx.fillRect(x, y, 2, height);
}

/** A rail of light: a bright core and what shines around it. */
function beam(ctx: Ctx, width: number, y: number, colors: readonly string[]): void {
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [width, 0],
    colors.map((color, index) => [index / 2, color] as const),
  );
  for (const [half, alpha] of [
    [9, 0.12],
    [4.5, 0.25],
    [1.4, 1],
  ] as const) {
    ctx.globalAlpha = alpha;
    ctx.fillRect(0, y - half, width, 2 * half);
  }
}
