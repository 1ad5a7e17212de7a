import { blob, createPicture, type Ctx, type Picture } from "../ink.ts";
import { isHind, legNames } from "../horse/anatomy.ts";
import type { Stand } from "../horse/atlas.ts";
import { fallOf, phaseAt, touchdownOf, type Gait } from "../horse/gait.ts";
import type { Scenery } from "../scenery.ts";

/** What hooves throw up, and what a horse leaves behind it. Painted once. */
export interface DustPictures {
  readonly puffs: readonly Picture[];
  readonly trail: Picture | null;
  readonly shadow: Picture;
}

const PUFF = 48;
/** How far from the gate the launch has an effect, in units. */
const LAUNCH = 260;

export function paintDust({ palette, puffs, trail }: Scenery, color: string): DustPictures {
  const shadow = createPicture(160, 32);
  blob(shadow.ctx, palette.shadow, 0.72, [80, 16], [78, 15]);
  return { puffs: puffs(color), trail: trail?.paint(color) ?? null, shadow: shadow.picture };
}

/** A soft round spot. */
export function puffPicture(tint: string, alpha: number): Picture {
  const { picture, ctx } = createPicture(PUFF, PUFF);
  blob(ctx, tint, alpha, [PUFF / 2, PUFF / 2], [PUFF / 2, PUFF / 2]);
  return picture;
}

/** A footfall and what is still visible of it. Lengths in units of anatomy.ts. */
export interface Footfall {
  readonly x: number;
  /** How far the horse has run since. */
  readonly since: number;
  /** Distinguishes one footfall from another. */
  readonly seed: number;
  readonly effort: number;
}

/**
 * Dust and clods, or sparks, of the last footfalls. Their age is measured by how far the horse has run since, so that a
 * replay throws up the same clods in the same places.
 */
export function drawDust(
  ctx: Ctx,
  scenery: Scenery,
  { puffs }: DustPictures,
  gait: Gait,
  runner: number,
  run: number,
  stand: Stand,
  effort: number,
): void {
  if (run <= 0) return;
  const phase = phaseAt(gait, run);
  // Leaving the gate, hooves dig deeper than at any gallop.
  const force = Math.min(1.3, effort + 1.2 * Math.exp(-run / LAUNCH));
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  for (const [index, leg] of legNames.entries()) {
    const last = Math.floor(phase - touchdownOf(leg, gait.lead)) + (isHind(leg) ? 0 : 1);
    for (let count = Math.max(1, last - 2); count <= last; count += 1) {
      const fall = fallOf(gait, leg, count);
      const since = run - fall.at;
      if (since < 0) continue;
      const seed = runner * 64 + index * 16 + (count % 97) * 512;
      scenery.footfall(ctx, puffs, { x: fall.x, since, seed, effort: force });
    }
  }
  ctx.globalAlpha = 1;
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
