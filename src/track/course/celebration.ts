import { blob, hashed, type Ctx } from "../ink.ts";
import { smooth } from "../horse/anatomy.ts";
import type { Stand } from "../horse/atlas.ts";
import { drawInCssPixels, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

/** The light on the winner behind the line. */
export function drawWinnersLight(
  ctx: Ctx,
  palette: Palette,
  root: number,
  stand: Stand,
  sinceMs: number,
): void {
  const on = smooth((sinceMs - 200) / 900);
  if (on === 0) return;
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  ctx.globalCompositeOperation = "lighter";
  blob(ctx, palette.accent, 0.42 * on, [root + 10, -70], [150, 120]);
  blob(ctx, palette.accent, 0.5 * on, [root + 6, 0], [130, 17]);
  ctx.globalCompositeOperation = "source-over";
}

const PIECES = 90;
const FALLS_MS = 5200;

/** Paper in the winner's colours, or light in the grid. Each piece's path follows from its number and the time. */
export function drawConfetti(
  ctx: Ctx,
  view: View,
  palette: Palette,
  sinceMs: number,
  color: string | null,
): void {
  if (sinceMs < 0 || sinceMs > FALLS_MS + 1500 || color === null) return;
  const { width, height, groundTop } = view.geometry;
  drawInCssPixels(ctx, view);
  const colors = [...palette.confetti, color, color];
  if (palette.neon) ctx.globalCompositeOperation = "lighter";
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [a, b, c] = [hashed(piece, 1), hashed(piece, 2), hashed(piece, 3)];
    const t = (sinceMs - 1500 * a) / (FALLS_MS * (0.6 + 0.4 * b));
    if (t <= 0 || t >= 1) continue;
    const x = width * (hashed(piece, 4) * 1.1 - 0.05) + 26 * Math.sin(t * 9 + c * 6) - view.shift * 0.002;
    const y = -12 + (height * 0.9 + groundTop * 0.2) * t;
    const spin = Math.sin(t * 26 * (0.5 + c) + a * 6);
    ctx.globalAlpha = (1 - t) ** 0.5 * 0.9;
    ctx.fillStyle = colors[Math.floor(c * colors.length)] ?? color;
    ctx.fillRect(x, y, 4 + 2 * b, (palette.neon ? 2 : 6) * Math.abs(spin) + 1);
  }
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = "source-over";
}
