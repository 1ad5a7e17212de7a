import type { Theme } from "../domain/theme.ts";
import { blob, createPicture, scatter, type Ctx, type Picture } from "./ink.ts";

/** Smoke behind the page: soft puffs that drift and breathe. */
export interface Smoke {
  readonly puffs: readonly Puff[];
  /**
   * Puffs are composed small and enlarged together: nobody sees the difference, and it takes a small part of the work.
   */
  readonly draft: { readonly picture: Picture; readonly ctx: Ctx };
}

const DRAFT_WIDTH = 96;

interface Puff {
  readonly picture: Picture;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Picture widths and heights per second. */
  readonly driftX: number;
  readonly driftY: number;
  readonly breath: number;
}

/** Frames per second, and canvas pixels per CSS pixel: smoke has no edges that would need more. */
export const SMOKE_FPS = 18;
export const SMOKE_SCALE = 0.6;

const PUFF = 192;
const PUFFS = 16;
/** Dark enough for the page's text to be readable on the thickest smoke. */
export const smokeColors: Readonly<Record<Theme, readonly [string, string]>> = {
  "main-prime": ["#766238", "#35705a"],
  "solana-future": ["#7a37cc", "#0e7350"],
};

export function paintSmoke(theme: Theme): Smoke {
  const next = scatter(theme.length);
  const puffs = Array.from({ length: PUFFS }, (_, index): Puff => ({
    picture: paintPuff(smokeColors[theme][index % 2 === 0 ? 0 : 1], next),
    x: next(),
    y: next(),
    size: 0.55 + next() * 0.6,
    driftX: -0.005 - next() * 0.011,
    driftY: -0.003 - next() * 0.007,
    breath: next() * 6.3,
  }));
  return { puffs, draft: createPicture(DRAFT_WIDTH, DRAFT_WIDTH) };
}

function paintPuff(color: string, next: () => number): Picture {
  const { picture, ctx } = createPicture(PUFF, PUFF);
  // Rotated here once: rotating it again in each frame costs several times as much as moving it.
  ctx.translate(PUFF / 2, PUFF / 2);
  ctx.rotate(next() * 6.3);
  for (let wisp = 0; wisp < 14; wisp += 1) {
    const [angle, away, radius] = [next() * 6.3, next() ** 0.7 * PUFF * 0.3, PUFF * (0.12 + next() * 0.16)];
    blob(ctx, color, 0.24, [Math.cos(angle) * away, Math.sin(angle) * away * 0.75], [radius, radius]);
  }
  return picture;
}

/** Draws the smoke of a moment over the whole canvas. */
export function drawSmoke(ctx: Ctx, smoke: Smoke, width: number, height: number, seconds: number): void {
  const { puffs, draft } = smoke;
  const wide = DRAFT_WIDTH * Math.min(1, width / height);
  const high = DRAFT_WIDTH * Math.min(1, height / width);
  draft.ctx.clearRect(0, 0, DRAFT_WIDTH, DRAFT_WIDTH);
  const around = (value: number) => (((value % 1.5) + 1.5) % 1.5) - 0.25;
  for (const puff of puffs) {
    const [x, y] = [around(puff.x + puff.driftX * seconds), around(puff.y + puff.driftY * seconds)];
    const size = puff.size * DRAFT_WIDTH;
    draft.ctx.globalAlpha = 0.44 + 0.16 * Math.sin(seconds * 0.25 + puff.breath);
    draft.ctx.drawImage(puff.picture, x * wide - size / 2, y * high - size / 2, size, size);
  }
  ctx.clearRect(0, 0, width, height);
  ctx.drawImage(draft.picture, 0, 0, wide, high, 0, 0, width, height);
}
