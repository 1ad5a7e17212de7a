import { createPicture, hashed, mixed, scatter, type Ctx, type Picture } from "../ink.ts";
import { puffPicture } from "./dust.ts";
import { snapped, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

/** A row of people in a stand, in pixels of the strip that the stand is painted on. */
export interface Row {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of a person. */
  readonly size: number;
}

/** Rows of people, sitting and with raised arms, painted once and drawn in slices that move. */
export interface Crowd {
  readonly sitting: Picture;
  readonly cheering: Picture;
  /** The flash of a spectator's camera. */
  readonly flash: Picture;
}

const SHEET = 512;
const SLICE = 28;
/** Minimum excitement for camera flashes, and the part of the slices that flash at a time. */
const QUIET = 0.6;
const FLASHES = 0.012;

export function paintCrowd(palette: Palette, size: number, ratio: number): Crowd {
  return {
    sitting: paintPeople(palette, size, ratio, false),
    cheering: paintPeople(palette, size, ratio, true),
    flash: puffPicture("#ffffff", 1),
  };
}

function paintPeople(palette: Palette, size: number, ratio: number, up: boolean): Picture {
  const { picture, ctx } = createPicture(SHEET * ratio, size * 2 * ratio);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const next = scatter(31);
  const { neon, clothes, skins } = palette;
  for (let x = 1; x < SHEET - 3; x += size * (0.42 + next() * 0.16)) {
    const color = clothes[Math.floor(next() * clothes.length)] ?? "#888888";
    const tall = size * (0.8 + next() * 0.35);
    const [lifts, left] = [up && next() < 0.75, next()];
    ctx.globalAlpha = neon ? 0.35 + next() * 0.6 : 1;
    ctx.fillStyle = color;
    ctx.fillRect(x, size * 2 - tall * 0.62, size * 0.4, tall * 0.62);
    if (lifts) {
      ctx.fillRect(x + (left < 0.5 ? 0 : size * 0.3), size * 2 - tall * 1.35, size * 0.12, tall * 0.8);
      if (left > 0.3 && left < 0.7) ctx.fillRect(x, size * 2 - tall * 1.3, size * 0.12, tall * 0.7);
    }
    ctx.fillStyle = neon ? mixed(color, "#ffffff", 0.4) : (skins[Math.floor(next() * skins.length)] ?? color);
    ctx.fillRect(x + size * 0.05, size * 2 - tall * 0.95, size * 0.3, tall * 0.32);
  }
  return picture;
}

/** What drives a crowd: where the field is, and how excited everybody is, 0 to 1. */
export interface Mood {
  /** X of the field in the picture. */
  readonly at: number;
  readonly width: number;
  readonly excitement: number;
  readonly seconds: number;
}

/** Draws the rows of a strip whose left edge is at `left`. The crowd rises where the field passes, in a ripple. */
export function drawCrowd(
  ctx: Ctx,
  crowds: ReadonlyMap<number, Crowd>,
  rows: readonly Row[],
  left: number,
  view: View,
  mood: Mood,
): void {
  const { ratio } = view;
  for (const [index, { x, y, width, size }] of rows.entries()) {
    const crowd = crowds.get(size);
    if (crowd === undefined || left + x > mood.width || left + x + width < 0) continue;
    for (let along = 0; along < width; along += SLICE) {
      const screen = left + x + along;
      if (screen > mood.width || screen < -SLICE) continue;
      const own = hashed(index, along);
      const stir = stirAt(screen, mood);
      const beat = mood.seconds * (5 + own * 4) + own * 6.3 - screen * 0.03;
      const hop = stir * size * 0.5 * Math.max(0, Math.sin(beat));
      const isUp = stir * (0.4 + own) > 0.45 && Math.sin(beat * 0.5 + own * 9) > -0.35;
      const picture = isUp ? crowd.cheering : crowd.sitting;
      const part = Math.floor(Math.min(SLICE, width - along) * ratio);
      const from = Math.floor(((hashed(index, 7) * 200 + along) % (SHEET - SLICE)) * ratio);
      ctx.drawImage(
        picture,
        from,
        0,
        part,
        picture.height,
        snapped(view, screen),
        snapped(view, y - size * 2 - hop),
        part / ratio,
        picture.height / ratio,
      );
      if (mood.excitement > QUIET && hashed(index, along, Math.floor(mood.seconds * 9)) < FLASHES) {
        const bright = size * (1 + own);
        ctx.drawImage(crowd.flash, screen + 6, y - size * 1.3 - bright, bright * 2, bright * 2);
      }
    }
  }
}

/** How excited people at a place of the picture are: most where the field is, and everybody at the finish. */
function stirAt(screen: number, { at, excitement }: Mood): number {
  const near = Math.exp(-(((screen - at) / 130) ** 2));
  return Math.min(1, near * 0.8 * Math.min(1, excitement * 3) + excitement * 0.75);
}
