import {
  blob,
  createPicture,
  disc,
  hashed,
  mixed,
  shade,
  withAlpha,
  type Ctx,
  type Picture,
} from "../ink.ts";
import { isHind, legNames } from "../horse/anatomy.ts";
import type { Stand } from "../horse/atlas.ts";
import { fallOf, phaseAt, touchdownOf, type Gait } from "../horse/gait.ts";
import type { Palette } from "./palette.ts";

/** What hooves throw up, and what a horse leaves behind it. Painted once. */
export interface DustPictures {
  readonly puffs: readonly Picture[];
  readonly trail: Picture;
  readonly shadow: Picture;
}

const PUFF = 48;

export function paintDust(palette: Palette, color: string): DustPictures {
  const puff = (tint: string, alpha: number) => {
    const { picture, ctx } = createPicture(PUFF, PUFF);
    blob(ctx, tint, alpha, [PUFF / 2, PUFF / 2], [PUFF / 2, PUFF / 2]);
    return picture;
  };
  const trail = createPicture(256, 16);
  trail.ctx.fillStyle = shade(
    trail.ctx,
    [0, 0],
    [256, 0],
    [
      [0, withAlpha(color, 0)],
      [0.75, withAlpha(color, 0.6)],
      [1, withAlpha(color, 0)],
    ],
  );
  trail.ctx.beginPath();
  trail.ctx.moveTo(0, 8);
  trail.ctx.quadraticCurveTo(190, 0, 256, 4);
  trail.ctx.lineTo(256, 12);
  trail.ctx.quadraticCurveTo(190, 16, 0, 8);
  trail.ctx.fill();
  const shadow = createPicture(160, 32);
  blob(shadow.ctx, palette.shadow, 0.72, [80, 16], [78, 15]);
  return {
    puffs: palette.neon
      ? [puff(mixed(color, "#ffffff", 0.3), 0.95), puff(color, 0.8)]
      : [puff("#cbb58c", 0.55), puff("#a88e62", 0.5)],
    trail: trail.picture,
    shadow: shadow.picture,
  };
}

/** How far a horse runs, in units, before what a footfall threw up is gone. */
const LIFE = { dust: 420, clod: 250, print: 900, spark: 330 } as const;

/**
 * Dust and clods, or sparks, of the last footfalls. How old they are is told by how far the horse has run since, so
 * that a replay throws up the same clods in the same places.
 */
export function drawDust(
  ctx: Ctx,
  palette: Palette,
  pictures: DustPictures,
  gait: Gait,
  runner: number,
  run: number,
  stand: Stand,
  effort: number,
): void {
  if (run <= 0) return;
  const phase = phaseAt(gait, run);
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  if (palette.neon) ctx.globalCompositeOperation = "lighter";
  for (const [index, leg] of legNames.entries()) {
    const last = Math.floor(phase - touchdownOf(leg, gait.lead)) + (isHind(leg) ? 0 : 1);
    for (let count = Math.max(1, last - 2); count <= last; count += 1) {
      const fall = fallOf(gait, leg, count);
      const since = run - fall.at;
      if (since < 0) continue;
      const seed = runner * 64 + index * 16 + (count % 97) * 512;
      if (palette.neon) sparks(ctx, pictures, fall.x, since, seed, effort);
      else earth(ctx, pictures, fall.x, since, seed, effort);
    }
  }
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = "source-over";
}

function earth(
  ctx: Ctx,
  { puffs }: DustPictures,
  x: number,
  since: number,
  seed: number,
  effort: number,
): void {
  if (since < LIFE.print) {
    // The print stays where the hoof was.
    ctx.globalAlpha = 0.3 * effort * (1 - since / LIFE.print);
    disc(ctx, "#1b2a12", x - 1, 0.4, 2.2);
  }
  for (let each = 0; each < 2; each += 1) {
    const t = since / LIFE.dust;
    const picture = puffs[each];
    if (t >= 1 || picture === undefined) continue;
    const [a, b, c] = [hashed(seed, each, 1), hashed(seed, each, 2), hashed(seed, each, 3)];
    const radius = (4 + 6 * a) * (0.7 + 2.4 * t);
    ctx.globalAlpha = 0.62 * effort * (1 - t) ** 1.4;
    ctx.drawImage(
      picture,
      x - 4 - 16 * b * t - radius,
      -3 - 14 * c * t - radius * 0.9,
      radius * 2,
      radius * 1.7,
    );
  }
  for (let each = 0; each < 3; each += 1) {
    const t = since / (LIFE.clod * (0.6 + 0.6 * hashed(seed, each, 4)));
    if (t >= 1 || t < 0.12 || hashed(seed, each, 5) < 0.45) continue;
    const high = 26 + 34 * hashed(seed, each, 6);
    const up = high * (4 * t * (1 - t));
    ctx.globalAlpha = effort;
    disc(
      ctx,
      each === 0 ? "#2f4420" : "#3d2c18",
      x - 6 - t * (14 + 46 * hashed(seed, each, 7)),
      -up,
      1.1 + 1.1 * hashed(seed, each, 8),
    );
  }
}

function sparks(
  ctx: Ctx,
  { puffs }: DustPictures,
  x: number,
  since: number,
  seed: number,
  effort: number,
): void {
  for (let each = 0; each < 4; each += 1) {
    const t = since / (LIFE.spark * (0.5 + 0.7 * hashed(seed, each, 1)));
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
}

/** Streaks of light behind a horse drawn as light. Units as in its pose. */
export function drawTrail(
  ctx: Ctx,
  { trail }: DustPictures,
  root: number,
  stand: Stand,
  effort: number,
): void {
  if (effort < 0.15) return;
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  ctx.globalCompositeOperation = "lighter";
  const long = 230 * effort;
  ctx.globalAlpha = 0.85;
  ctx.drawImage(trail, root - 36 - long, -98, long, 32);
  ctx.globalAlpha = 0.55;
  ctx.drawImage(trail, root - 20 - long * 0.9, -32, long * 0.9, 14);
  ctx.globalAlpha = 1;
  ctx.globalCompositeOperation = "source-over";
}

/** The shadow under a horse; smaller and fainter while it is in the air. */
export function drawShadow(
  ctx: Ctx,
  { shadow }: DustPictures,
  root: number,
  height: number,
  stand: Stand,
): void {
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  const lift = (height - 70) / 10;
  ctx.globalAlpha = 0.86 - lift * 0.5;
  const wide = 152 - lift * 26;
  ctx.drawImage(shadow, root + 2 - wide / 2, -9, wide, 19);
  ctx.globalAlpha = 1;
}
