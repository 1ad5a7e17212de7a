import { fillShape, type Ctx } from "../ink.ts";
import { smooth } from "../horse/anatomy.ts";
import type { Stand } from "../horse/atlas.ts";
import type { Palette } from "./palette.ts";

/** Points at the player's own horse once it has left the gate, where the lane's label is small. */
export function drawMarker(
  ctx: Ctx,
  palette: Palette,
  color: string,
  root: number,
  stand: Stand,
  { effort, seconds }: { readonly effort: number; readonly seconds: number },
): void {
  const shown = smooth((effort - 0.3) * 3);
  if (shown === 0) return;
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  ctx.globalAlpha = shown;
  const y = -141 - 2.5 * Math.sin(seconds * 5);
  const arrow = (size: number): readonly (readonly [number, number])[] => [
    [root + 16 - size, y - size * 0.9],
    [root + 16 + size, y - size * 0.9],
    [root + 16, y + size * 0.75],
  ];
  fillShape(ctx, palette.plate, arrow(11.5), 0.03);
  fillShape(ctx, palette.accent, arrow(8.8), 0.03);
  fillShape(ctx, color, arrow(4.6), 0.03);
  ctx.globalAlpha = 1;
}
