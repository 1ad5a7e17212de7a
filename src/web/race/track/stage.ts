import type { Backdrop } from "./backdrop.ts";
import { bakeHorse, type HorsePictures } from "./horse/draw-horse.ts";
import { lookOf } from "./horse/looks.ts";
import { courseLength } from "./course-length.ts";
import { paintBoards, type Boards } from "./course/boards.ts";
import { paintCrowd, type Crowd, type Row } from "./course/crowd.ts";
import { paintDust, type DustPictures } from "./course/dust.ts";
import { paintGround, type Ground } from "./course/ground.ts";
import { palettes, type Palette } from "./course/palette.ts";
import { paintStrip, type Strip } from "./course/strip.ts";
import { geometryOf, laneScale, type Geometry } from "./geometry.ts";
import { createPicture, type Ctx, type Picture } from "./ink.ts";
import type { TrackState } from "./track-state.ts";

/** Everything that is painted once for a theme, a size and a set of horses. */
export interface Stage {
  readonly geometry: Geometry;
  readonly palette: Palette;
  /** Canvas pixels a CSS pixel. */
  readonly ratio: number;
  readonly sky: Picture;
  readonly backdrops: readonly Strip[];
  /** The strip on which the crowd stands, and its rows. */
  readonly stands: { readonly strip: Strip; readonly rows: readonly Row[] };
  readonly flagPoles: Backdrop["flagPoles"];
  readonly hedge: Strip | null;
  readonly crowd: Crowd;
  readonly boards: Boards;
  readonly ground: Ground;
  readonly vignette: Picture;
  readonly horses: readonly HorsePictures[];
  readonly dust: readonly DustPictures[];
}

/** Horses are painted a little larger than they stand: the camera comes nearer at the finish. */
const ENLARGED = 1.07;
/** Where the course may still be seen behind the line, in body lengths. */
const BEHIND_LINE = 20;
export const HEDGE = 32;

export interface StageInput extends Pick<TrackState, "theme" | "horses" | "durationMs"> {
  readonly backdrop: Backdrop;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export function buildStage({ theme, backdrop, horses, durationMs, width, height, ratio }: StageInput): Stage {
  const geometry = geometryOf(width, height);
  const palette = palettes[theme];
  const horizon = geometry.groundTop;
  const length = (courseLength(durationMs) + BEHIND_LINE) * geometry.bodyLength;
  const reach = { from: -width, to: length, width };
  let rows: Row[] = [];
  const strip = (depth: number, high: number, paint: (ctx: Ctx, wide: number) => void) =>
    paintStrip(reach, depth, high, ratio, paint);
  const stands = strip(0.16, horizon + 2, (ctx, wide) => {
    rows = backdrop.stands(ctx, wide, horizon);
  });
  return {
    geometry,
    palette,
    ratio,
    sky: picture(width, horizon + 6, ratio, (ctx) => backdrop.sky(ctx, width, horizon)),
    backdrops: backdrop.far.map(({ depth, paint }) =>
      strip(depth, horizon + 2, (ctx, wide) => paint(ctx, wide, horizon)),
    ),
    stands: { strip: stands, rows },
    flagPoles: backdrop.flagPoles,
    hedge:
      backdrop.hedge === null ? null : strip(0.5, HEDGE, (ctx, wide) => backdrop.hedge?.(ctx, wide, HEDGE)),
    crowd: paintCrowd(palette, geometry.compact ? 6 : 8, ratio),
    boards: paintBoards(palette, ratio),
    ground: paintGround(geometry, palette, ratio),
    vignette: picture(width, height, 0.5, (ctx) => paintVignette(ctx, width, height, palette)),
    horses: horses.map(({ number, color }, lane) => {
      const scale = ((geometry.horseHeight * laneScale(lane)) / 100) * ratio * ENLARGED;
      return bakeHorse(lookOf(number, color.toLowerCase(), palette.neon), scale, palette.font);
    }),
    dust: horses.map(({ color }) => paintDust(palette, color.toLowerCase())),
  };
}

function picture(width: number, height: number, ratio: number, paint: (ctx: Ctx) => void): Picture {
  const made = createPicture(width * ratio, height * ratio);
  made.ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(made.ctx);
  return made.picture;
}

function paintVignette(ctx: Ctx, width: number, height: number, palette: Palette): void {
  const edge = ctx.createRadialGradient(
    width / 2,
    height * 0.48,
    height * 0.45,
    width / 2,
    height / 2,
    width * 0.72,
  );
  edge.addColorStop(0, "rgba(0,0,0,0)");
  edge.addColorStop(1, palette.vignette);
  ctx.fillStyle = edge;
  ctx.fillRect(0, 0, width, height);
}
