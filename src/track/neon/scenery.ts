import type { Scenery } from "../scenery.ts";
import { paintArenas, paintCity, paintNight } from "./backdrop.ts";
import { drawLines, paintGrid } from "./grid.ts";
import { lookOf } from "./lights.ts";
import { palette } from "./palette.ts";
import { drawFarRail, drawNearRail } from "./rails.ts";
import { drawSparks, drawTrail, paintSparks, paintTrail } from "./sparks.ts";

/** The grid of light under a city's sun. */
export const scenery: Scenery = {
  palette,
  lookOf,
  sky: (ctx, width, horizon) => {
    paintNight(ctx, width, horizon);
    paintCity(ctx, width, horizon, false);
  },
  far: [{ depth: 0.09, top: 0.4, paint: (ctx, width, horizon) => paintCity(ctx, width, horizon, true) }],
  stands: paintArenas,
  hedge: null,
  flags: null,
  tile: paintGrid,
  stripes: drawLines,
  farRail: drawFarRail,
  nearRail: drawNearRail,
  puffs: paintSparks,
  footfall: drawSparks,
  trail: { paint: paintTrail, draw: drawTrail },
};
