import { bakeHorse, type HorsePictures } from "./horse/draw-horse.ts";
import { courseLength } from "./course-length.ts";
import { paintBoards, type Boards } from "./course/boards.ts";
import { paintCrowd, type Crowd, type Row } from "./course/crowd.ts";
import { paintDust, type DustPictures } from "./course/dust.ts";
import { paintGround, type Ground } from "./course/ground.ts";
import type { Palette } from "./course/palette.ts";
import { paintStrip, type Strip } from "./course/strip.ts";
import { geometryOf, laneScale, type Geometry } from "./geometry.ts";
import { createPicture, shade, type Ctx, type Picture } from "./ink.ts";
import type { Setting } from "./setting.ts";
import type { TrackState } from "./track-state.ts";

/** Everything that is painted once for a theme, a size and a set of horses. */
export interface Stage {
  readonly geometry: Geometry;
  readonly setting: Setting;
  readonly palette: Palette;
  /** Canvas pixels a CSS pixel. */
  readonly ratio: number;
  readonly sky: Picture;
  readonly backdrops: readonly Strip[];
  /** The strip on which the crowd stands, and its rows. */
  readonly stands: { readonly strip: Strip; readonly rows: readonly Row[] };
  readonly hedge: Strip | null;
  /** By the size of a person. */
  readonly crowds: ReadonlyMap<number, Crowd>;
  readonly boards: Boards;
  /** What the board at the line says. */
  readonly finish: string;
  readonly ground: Ground;
  readonly vignette: Picture;
  readonly horses: readonly HorsePictures[];
  readonly dust: readonly DustPictures[];
}

/** Where the course may still be seen behind the line, in body lengths. */
const BEHIND_LINE = 20;
export const HEDGE = 32;

export interface StageInput extends Pick<TrackState, "signs" | "horses" | "durationMs"> {
  readonly setting: Setting;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export function buildStage({ setting, signs, horses, durationMs, width, height, ratio }: StageInput): Stage {
  const geometry = geometryOf(width, height);
  const { palette } = setting;
  const horizon = geometry.groundTop;
  const length = (courseLength(durationMs) + BEHIND_LINE) * geometry.bodyLength;
  const reach = { from: -width, to: length, width };
  let rows: Row[] = [];
  const strip = (depth: number, high: number, paint: (ctx: Ctx, wide: number) => void) =>
    paintStrip(reach, depth, high, ratio, paint);
  const stands = strip(0.16, horizon + 2, (ctx, wide) => {
    rows = setting.stands(ctx, wide, horizon);
  });
  return {
    geometry,
    setting,
    palette,
    ratio,
    sky: picture(width, horizon + 6, ratio, (ctx) => setting.sky(ctx, width, horizon), false),
    backdrops: setting.far.map(({ depth, paint }) =>
      strip(depth, horizon + 2, (ctx, wide) => paint(ctx, wide, horizon)),
    ),
    stands: { strip: stands, rows },
    hedge:
      setting.hedge === null ? null : strip(0.5, HEDGE, (ctx, wide) => setting.hedge?.(ctx, wide, HEDGE)),
    crowds: new Map(
      [...new Set(rows.map(({ size }) => size))].map((size) => [size, paintCrowd(palette, size, ratio)]),
    ),
    boards: paintBoards(palette, signs.boards, ratio),
    finish: signs.finish,
    ground: paintGround(geometry, setting.tile, ratio),
    vignette: picture(width, height, ratio, (ctx) => paintVignette(ctx, width, height, palette)),
    horses: horses.map(({ number, color }, lane) => {
      const scale = ((geometry.horseHeight * laneScale(lane)) / 100) * ratio;
      return bakeHorse(setting.lookOf(number, color.toLowerCase()), scale, palette.font);
    }),
    dust: horses.map(({ color }) => paintDust(setting, color.toLowerCase())),
  };
}

function picture(
  width: number,
  height: number,
  ratio: number,
  paint: (ctx: Ctx) => void,
  alpha = true,
): Picture {
  const made = createPicture(width * ratio, height * ratio, { alpha });
  made.ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(made.ctx);
  return made.picture;
}

/** Part of the width on either side that the vignette darkens. */
export const VIGNETTE = 0.27;

function paintVignette(ctx: Ctx, width: number, height: number, palette: Palette): void {
  for (const edge of [0, width]) {
    ctx.fillStyle = shade(
      ctx,
      [edge, 0],
      [width * (edge === 0 ? VIGNETTE : 1 - VIGNETTE), 0],
      [
        [0, palette.vignette],
        [0.5, palette.vignetteFaint],
        [1, "rgba(0,0,0,0)"],
      ],
    );
    ctx.fillRect(0, 0, width, height);
  }
}
