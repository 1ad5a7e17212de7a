import { positionsAt, type RacePlan } from "../../../domain/motion.ts";
import { anchorX, focusOf } from "./camera.ts";
import { laneGround, LANES, laneScale, type Geometry } from "./geometry.ts";
import type { Palette } from "./palette.ts";
import {
  paintFarRail,
  paintFinishLine,
  paintGate,
  paintLanes,
  paintNearPost,
  paintNearRail,
  paintStripes,
  type OnScreen,
} from "./paint-course.ts";
import { paintHorse } from "./paint-horse.ts";
import type { Layer, Scenery } from "./scenery.ts";

/** A length of ground that one stride covers. */
const STRIDE_LENGTHS = 2.4;
/** From standing to a full gallop. */
const LAUNCH_MS = 900;

export interface TrackHorse {
  readonly number: number;
  readonly color: string;
}

/** What is to be seen; everything else follows from it and the time. */
export interface Scene {
  readonly horses: readonly TrackHorse[];
  /** Number of the player's horse. */
  readonly marked: number | null;
  /** Null before the start: the horses stand in the gate. */
  readonly plan: RacePlan | null;
  readonly finishDistance: number;
  /** ms since the start; negative or zero before it. */
  readonly elapsedMs: number;
}

/** Draws one picture of the race. Far things first. */
export function paintFrame(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  scenery: Scenery,
  scene: Scene,
): void {
  const { width, height, groundTop, groundBottom, bodyLength, skew, compact } = geometry;
  const { plan, horses, finishDistance, elapsedMs } = scene;
  const positions = plan === null ? horses.map(() => 0) : positionsAt(plan, elapsedMs);
  const focus = focusOf(positions, finishDistance);
  const anchor = anchorX(width, compact, focus);
  const shift = focus * bodyLength - anchor;
  const at: OnScreen = (lengths, y) =>
    lengths * bodyLength - shift - ((y - groundTop) / (groundBottom - groundTop)) * skew + skew / 2;

  ctx.drawImage(scenery.sky.image, 0, 0, width, scenery.sky.height);
  tile(ctx, scenery.skyline, shift * 0.04 + 400, 0, width);
  tile(ctx, scenery.stand, shift * 0.16 + 330, 0, width);
  tile(ctx, scenery.turf, shift, groundTop, width);
  tile(ctx, scenery.boards, shift * 0.96, groundTop - 19, width);
  paintStripes(ctx, geometry, palette, at, shift / bodyLength);
  const marked = horses.findIndex(({ number }) => number === scene.marked);
  const color = horses[marked]?.color;
  paintLanes(ctx, geometry, palette, color === undefined ? null : { lane: marked, color });
  paintFarRail(ctx, geometry, palette, at, finishDistance);
  paintFinishLine(ctx, geometry, palette, at, finishDistance);
  for (const [lane, horse] of horses.entries()) {
    paintGate(ctx, geometry, palette, at, lane, elapsedMs);
    paintRunner(ctx, geometry, palette, at, lane, horse, positions[lane] ?? 0, elapsedMs);
  }
  paintGate(ctx, geometry, palette, at, LANES, elapsedMs);
  paintNearPost(ctx, geometry, palette, at, finishDistance);
  paintNearRail(ctx, geometry, palette, shift * 1.12);
  paintVignette(ctx, width, height, palette);
}

function paintRunner(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  at: OnScreen,
  lane: number,
  horse: TrackHorse,
  position: number,
  elapsedMs: number,
): void {
  const y = laneGround(geometry, lane);
  const scale = geometry.horseHeight * laneScale(lane) * 0.9;
  // The nose is what counts at the line.
  const x = at(position, y) - scale * 0.86;
  if (x < -scale * 2 || x > geometry.width + scale * 2) return;
  const effort = Math.min(1, Math.max(0, elapsedMs / LAUNCH_MS));
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  ctx.fillStyle = palette.shadow;
  ctx.beginPath();
  ctx.ellipse(0, 0.02, 0.62, 0.06, 0, 0, 7);
  ctx.fill();
  if (palette.neon && effort > 0.2) paintTrail(ctx, horse.color, effort);
  const stride = position / STRIDE_LENGTHS + lane * 0.37;
  paintHorse(ctx, { ...horse, neon: palette.neon }, { stride: stride - Math.floor(stride), effort });
  ctx.restore();
}

function paintTrail(ctx: CanvasRenderingContext2D, color: string, effort: number): void {
  const trail = ctx.createLinearGradient(-2.2, 0, -0.4, 0);
  trail.addColorStop(0, `${color}00`);
  trail.addColorStop(1, `${color}99`);
  ctx.fillStyle = trail;
  ctx.globalAlpha = effort;
  ctx.fillRect(-2.2, -0.82, 1.8, 0.08);
  ctx.fillRect(-1.9, -0.3, 1.5, 0.04);
  ctx.globalAlpha = 1;
}

function tile(ctx: CanvasRenderingContext2D, layer: Layer, offset: number, y: number, width: number): void {
  const start = -(((offset % layer.width) + layer.width) % layer.width);
  for (let x = start; x < width; x += layer.width) {
    ctx.drawImage(layer.image, Math.round(x * 2) / 2, y, layer.width + 0.5, layer.height);
  }
}

function paintVignette(ctx: CanvasRenderingContext2D, width: number, height: number, palette: Palette): void {
  const vignette = ctx.createRadialGradient(
    width / 2,
    height / 2,
    height * 0.45,
    width / 2,
    height / 2,
    width * 0.72,
  );
  vignette.addColorStop(0, "rgba(0, 0, 0, 0)");
  vignette.addColorStop(1, palette.vignette);
  ctx.fillStyle = vignette;
  ctx.fillRect(0, 0, width, height);
}
