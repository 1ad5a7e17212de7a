import type { Theme } from "../../themes/theme.ts";
import { blob, createPicture, scatter, type Ctx, type Picture } from "./ink.ts";

/** Smoke behind the page: a few soft sprites that drift, turn and breathe. */
export interface Smoke {
  readonly sprites: readonly Picture[];
  readonly puffs: readonly Puff[];
  /** Puffs are put together small and enlarged at once: nobody sees the difference, and it is a small part of the work. */
  readonly draft: { readonly picture: Picture; readonly ctx: Ctx };
}

const DRAFT_WIDTH = 96;

interface Puff {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Pictures' widths and heights a second. */
  readonly driftX: number;
  readonly driftY: number;
  readonly turn: number;
  readonly spin: number;
  readonly breath: number;
  readonly sprite: number;
}

/** Pictures a second, and canvas pixels a CSS pixel: smoke has no edges that would need more. */
export const SMOKE_FPS = 18;
export const SMOKE_SCALE = 0.6;

const SPRITE = 192;
const PUFFS = 16;
const colors: Readonly<Record<Theme, readonly string[]>> = {
  "main-prime": ["#ceb278", "#468c70"],
  "solana-future": ["#9945ff", "#14f195"],
};

export function paintSmoke(theme: Theme): Smoke {
  const next = scatter(theme.length);
  const sprites = colors[theme].flatMap((color) => [paintPuff(color, next), paintPuff(color, next)]);
  const puffs = Array.from({ length: PUFFS }, (_, index): Puff => ({
    x: next(),
    y: next(),
    size: 0.55 + next() * 0.6,
    driftX: -0.005 - next() * 0.011,
    driftY: -0.003 - next() * 0.007,
    turn: next() * 6.3,
    spin: (next() - 0.5) * 0.1,
    breath: next() * 6.3,
    sprite: index % sprites.length,
  }));
  return { sprites, puffs, draft: createPicture(DRAFT_WIDTH, DRAFT_WIDTH) };
}

function paintPuff(color: string, next: () => number): Picture {
  const { picture, ctx } = createPicture(SPRITE, SPRITE);
  for (let wisp = 0; wisp < 18; wisp += 1) {
    const [angle, away, radius] = [
      next() * 6.3,
      next() ** 0.7 * SPRITE * 0.3,
      SPRITE * (0.12 + next() * 0.16),
    ];
    const [x, y] = [SPRITE / 2 + Math.cos(angle) * away, SPRITE / 2 + Math.sin(angle) * away * 0.75];
    blob(ctx, color, 0.11, [x, y], [radius, radius]);
  }
  return picture;
}

/** Draws the smoke of a moment over the whole canvas. */
export function drawSmoke(ctx: Ctx, smoke: Smoke, width: number, height: number, seconds: number): void {
  const { sprites, puffs, draft } = smoke;
  const wide = DRAFT_WIDTH * Math.min(1, width / height);
  const high = DRAFT_WIDTH * Math.min(1, height / width);
  draft.ctx.setTransform(1, 0, 0, 1, 0, 0);
  draft.ctx.clearRect(0, 0, DRAFT_WIDTH, DRAFT_WIDTH);
  const around = (value: number) => (((value % 1.5) + 1.5) % 1.5) - 0.25;
  for (const puff of puffs) {
    const sprite = sprites[puff.sprite];
    if (sprite === undefined) continue;
    const [x, y] = [around(puff.x + puff.driftX * seconds), around(puff.y + puff.driftY * seconds)];
    const size = puff.size * DRAFT_WIDTH;
    draft.ctx.globalAlpha = 0.36 + 0.16 * Math.sin(seconds * 0.25 + puff.breath);
    draft.ctx.setTransform(1, 0, 0, 1, x * wide, y * high);
    draft.ctx.rotate(puff.turn + puff.spin * seconds);
    draft.ctx.drawImage(sprite, -size / 2, -size / 2, size, size);
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalCompositeOperation = "copy";
  ctx.drawImage(draft.picture, 0, 0, wide, high, 0, 0, width, height);
}
