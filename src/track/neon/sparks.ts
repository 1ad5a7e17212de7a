import { puffPicture, type Footfall } from "../course/dust.ts";
import type { Stand } from "../horse/atlas.ts";
import { createPicture, hashed, mixed, shade, withAlpha, type Ctx, type Picture } from "../ink.ts";

/** How far a horse runs, in units, before its sparks are gone. */
const LIFE = 330;

export const paintSparks = (color: string): readonly Picture[] => [
  puffPicture(mixed(color, "#ffffff", 0.3), 0.95),
  puffPicture(color, 0.8),
];

/** Light where a hoof came down, and sparks that fly from there. */
export function drawSparks(ctx: Ctx, puffs: readonly Picture[], { x, since, seed, effort }: Footfall): void {
  ctx.globalCompositeOperation = "lighter";
  for (let each = 0; each < 4; each += 1) {
    const t = since / (LIFE * (0.5 + 0.7 * hashed(seed, each, 1)));
    const picture = puffs[each % 2];
    if (t >= 1 || picture === undefined) continue;
    const radius = (each === 0 ? 7 : 2.4 + 2 * hashed(seed, each, 2)) * (1 - 0.4 * t);
    const away = each === 0 ? 0 : (10 + 50 * hashed(seed, each, 3)) * t;
    const up = each === 0 ? 0 : (8 + 30 * hashed(seed, each, 4)) * t;
    ctx.globalAlpha = effort * (1 - t);
    ctx.drawImage(
      picture,
      x - away - radius,
      -2 - up - radius * (each === 0 ? 0.4 : 1),
      radius * 2,
      radius * (each === 0 ? 0.8 : 2),
    );
  }
  ctx.globalCompositeOperation = "source-over";
}

export function paintTrail(color: string): Picture {
  const { picture, ctx } = createPicture(256, 16);
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [256, 0],
    [
      [0, withAlpha(color, 0)],
      [0.75, withAlpha(mixed(color, "#ffffff", 0.12), 0.7)],
      [1, withAlpha(color, 0)],
    ],
  );
  ctx.beginPath();
  ctx.moveTo(0, 8);
  ctx.quadraticCurveTo(190, 0, 256, 4);
  ctx.lineTo(256, 12);
  ctx.quadraticCurveTo(190, 16, 0, 8);
  ctx.fill();
  return picture;
}

/** Streaks of light behind a horse drawn as light. Units as in its pose. */
export function drawTrail(ctx: Ctx, trail: Picture, root: number, stand: Stand, effort: number): void {
  if (effort < 0.15) return;
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  const long = 230 * effort;
  ctx.globalAlpha = 0.85;
  ctx.drawImage(trail, root - 36 - long, -98, long, 32);
  ctx.globalAlpha = 0.55;
  ctx.drawImage(trail, root - 20 - long * 0.9, -32, long * 0.9, 14);
  ctx.globalAlpha = 1;
}
