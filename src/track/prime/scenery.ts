import type { Scenery } from "../scenery.ts";
import { paintDusk, paintHedge, paintHills, paintStands } from "./backdrop.ts";
import { lookOf } from "./coats.ts";
import { drawEarth, paintDust } from "./earth.ts";
import { drawFlags } from "./flags.ts";
import { palette } from "./palette.ts";
import { drawFarRail, drawNearRail } from "./rails.ts";
import { drawStripes, paintTurf } from "./turf.ts";

/** Floodlit turf at dusk. */
export const scenery: Scenery = {
  palette,
  lookOf,
  sky: paintDusk,
  far: [{ depth: 0.05, top: 0.55, paint: paintHills }],
  stands: paintStands,
  hedge: paintHedge,
  flags: drawFlags,
  tile: paintTurf,
  stripes: drawStripes,
  farRail: drawFarRail,
  nearRail: drawNearRail,
  puffs: paintDust,
  footfall: drawEarth,
  trail: null,
};
