import { bakeHorse, type HorsePictures } from "./horse/draw-horse.ts";
import { paintBoards, type Boards } from "./course/boards.ts";
import { paintCrowd, type Crowd, type Row } from "./course/crowd.ts";
import { paintDust, type DustPictures } from "./course/dust.ts";
import { paintGround, paintLaneLight, type Ground } from "./course/ground.ts";
import type { Palette } from "./course/palette.ts";
import { paintStrip, type Strip } from "./course/strip.ts";
import { courseLength } from "./distances.ts";
import { geometryOf, laneScale, type Geometry } from "./geometry.ts";
import { createPicture, type Ctx, type Picture } from "./ink.ts";
import type { Scenery } from "./scenery.ts";
import type { TrackState } from "./track-state.ts";

/** Everything that is painted once for a theme, a size and a set of horses. */
export interface Stage {
  readonly geometry: Geometry;
  readonly scenery: Scenery;
  readonly palette: Palette;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
  readonly sky: Picture;
  readonly backdrops: readonly Strip[];
  /** The strip with the crowd, and its rows. */
  readonly stands: { readonly strip: Strip; readonly rows: readonly Row[] };
  readonly hedge: Strip | null;
  /** By the size of a person. */
  readonly crowds: ReadonlyMap<number, Crowd>;
  readonly boards: Boards;
  /** The text of the board at the line. */
  readonly finish: string;
  readonly ground: Ground;
  /** By lane. */
  readonly laneLights: readonly Picture[];
  readonly horses: readonly HorsePictures[];
  readonly dust: readonly DustPictures[];
}

/** How far behind the line the course may still be visible, in body lengths. */
const BEHIND_LINE = 20;
const HEDGE = 32;

export interface StageInput extends Pick<TrackState, "signs" | "horses" | "durationMs"> {
  readonly scenery: Scenery;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export function buildStage({ scenery, signs, horses, durationMs, width, height, ratio }: StageInput): Stage {
  const geometry = geometryOf(width, height);
  const { palette } = scenery;
  const horizon = geometry.groundTop;
  const length = (courseLength(durationMs) + BEHIND_LINE) * geometry.bodyLength;
  const reach = { from: -width, to: length, width };
  const hedgeTop = horizon - HEDGE + 4;
  let rows: Row[] = [];
  const strip = (depth: number, top: number, bottom: number, paint: (ctx: Ctx, wide: number) => void) =>
    paintStrip(reach, { depth, top, bottom }, ratio, paint);
  const stands = strip(0.16, 0, horizon + 2, (ctx, wide) => {
    rows = scenery.stands(ctx, wide, horizon);
  });
  return {
    geometry,
    scenery,
    palette,
    ratio,
    sky: paintSky(scenery, geometry, ratio),
    backdrops: scenery.far.map(({ depth, top, paint }) =>
      strip(depth, Math.floor(horizon * top), horizon + 2, (ctx, wide) => paint(ctx, wide, horizon)),
    ),
    stands: { strip: stands, rows },
    hedge:
      scenery.hedge === null
        ? null
        : strip(0.5, hedgeTop, hedgeTop + HEDGE, (ctx, wide) => {
            ctx.translate(0, hedgeTop);
            scenery.hedge?.(ctx, wide, HEDGE);
          }),
    crowds: new Map(
      [...new Set(rows.map(({ size }) => size))].map((size) => [size, paintCrowd(palette, size, ratio)]),
    ),
    boards: paintBoards(palette, signs.boards, ratio),
    finish: signs.finish,
    ground: paintGround(geometry, scenery.tile, ratio),
    laneLights: horses.map(({ color }) => paintLaneLight(color)),
    horses: horses.map(({ number, color }, lane) => {
      const scale = ((geometry.horseHeight * laneScale(lane)) / 100) * ratio;
      return bakeHorse(scenery.lookOf(number, color.toLowerCase()), scale, palette.font);
    }),
    dust: horses.map(({ color }) => paintDust(scenery, color.toLowerCase())),
  };
}

/** The sky has no holes: a picture without alpha is cheaper to draw. */
function paintSky({ sky }: Scenery, { width, groundTop }: Geometry, ratio: number): Picture {
  const { picture, ctx } = createPicture(width * ratio, (groundTop + 6) * ratio, { alpha: false });
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  sky(ctx, width, groundTop);
  return picture;
}
