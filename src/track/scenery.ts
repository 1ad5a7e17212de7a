import type { Theme } from "../domain/theme.ts";
import type { Row } from "./course/crowd.ts";
import type { Footfall } from "./course/dust.ts";
import type { Palette } from "./course/palette.ts";
import type { Geometry } from "./geometry.ts";
import type { Stand } from "./horse/atlas.ts";
import type { Look } from "./horse/looks.ts";
import type { Ctx, Picture } from "./ink.ts";
import type { View } from "./view.ts";

/** What a theme looks like on the track. The code shared by all themes takes the rest from here. */
export interface Scenery {
  readonly palette: Palette;
  readonly lookOf: (number: number, color: string) => Look;
  readonly sky: (ctx: Ctx, width: number, horizon: number) => void;
  /** Distant backdrops, from far to near. */
  readonly far: readonly {
    /** Its movement as a fraction of the camera's. */
    readonly depth: number;
    /** Part of the distance from the sky's top to the horizon above which it is empty. */
    readonly top: number;
    readonly paint: (ctx: Ctx, width: number, horizon: number) => void;
  }[];
  /** Paints where the crowd is; returns its rows. */
  readonly stands: (ctx: Ctx, width: number, horizon: number) => Row[];
  /** Between the stands and the course. */
  readonly hedge: ((ctx: Ctx, width: number, height: number) => void) | null;
  /** What moves over the stands, whose strip begins at `left`. */
  readonly flags:
    | ((ctx: Ctx, left: number, stripWidth: number, geometry: Geometry, seconds: number) => void)
    | null;
  readonly tile: (ctx: Ctx, width: number, height: number, variant: number) => void;
  readonly stripes: (ctx: Ctx, view: View) => void;
  readonly farRail: (ctx: Ctx, view: View) => void;
  readonly nearRail: (ctx: Ctx, view: View) => void;
  readonly puffs: (color: string) => readonly Picture[];
  readonly footfall: (ctx: Ctx, puffs: readonly Picture[], fall: Footfall) => void;
  /** What a horse leaves in the air. */
  readonly trail: {
    readonly paint: (color: string) => Picture;
    readonly draw: (ctx: Ctx, picture: Picture, root: number, stand: Stand, effort: number) => void;
  } | null;
}

const sceneries = {
  "main-prime": () => import("./prime/scenery.ts"),
  "solana-future": () => import("./neon/scenery.ts"),
} satisfies Record<Theme, () => Promise<{ readonly scenery: Scenery }>>;

/** Nobody sees both themes at once: each is loaded when needed. */
export const loadScenery = async (theme: Theme): Promise<Scenery> => (await sceneries[theme]()).scenery;
