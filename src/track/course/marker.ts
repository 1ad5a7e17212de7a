import type { Ctx } from "../ink.ts";
import type { Stand } from "../horse/atlas.ts";

/**
 * A ring of light on the ground under the player's own horse: unlike a sign above, it hides no other horse's number.
 */
export function drawMarker(ctx: Ctx, accent: string, root: number, stand: Stand): void {
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  ctx.strokeStyle = accent;
  for (const [wide, alpha] of [
    [7, 0.28],
    [2.2, 0.95],
  ] as const) {
    ctx.globalAlpha = alpha;
    ctx.lineWidth = wide;
    ctx.beginPath();
    ctx.ellipse(root + 4, 0, 84, 11, 0, 0, 7);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}
