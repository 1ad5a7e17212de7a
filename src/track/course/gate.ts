import { fillShape, type Ctx } from "../ink.ts";
import { laneLine, laneScale } from "../geometry.ts";
import { smooth } from "../horse/anatomy.ts";
import { LANES } from "../lanes.ts";
import { courseX, drawInCssPixels, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

/** Back and front of the stalls, in body lengths from the horses' noses. */
const BACK = -1.86;
const FRONT = 0.13;
/** How long the doors take to open. */
const OPENS_MS = 230;

/**
 * The side of one stall, the doors of the lane before it and the plate with its number. Sides are drawn between the
 * horses, so that each is in its own stall. `elapsedMs` is negative or zero while the doors are shut.
 */
export function drawGate(ctx: Ctx, view: View, palette: Palette, line: number, elapsedMs: number): void {
  const { geometry } = view;
  const y = laneLine(geometry, line);
  const scale = laneScale(Math.min(line, LANES - 1));
  const high = geometry.horseHeight * 0.66 * scale;
  const [back, front] = [courseX(view, BACK, y), courseX(view, FRONT, y)];
  if (front < -80 || back > geometry.width + 80) return;
  drawInCssPixels(ctx, view);
  drawSide(ctx, palette, back, front, y, high, scale);
  if (line === LANES) return;
  const nextY = laneLine(geometry, line + 1);
  const nextFront = courseX(view, FRONT, nextY);
  const open =
    smooth(elapsedMs / OPENS_MS) +
    0.06 *
      Math.exp(-Math.max(0, elapsedMs - OPENS_MS) / 120) *
      Math.sin(elapsedMs / 28) *
      Number(elapsedMs > OPENS_MS);
  drawDoor(ctx, palette, { x: front, y }, { x: nextFront, y: nextY }, high, open, scale);
  drawPlate(ctx, palette, line + 1, front, y - high * 1.4, scale);
}

function drawSide(
  ctx: Ctx,
  palette: Palette,
  back: number,
  front: number,
  y: number,
  high: number,
  scale: number,
): void {
  const pipe = 2.6 * scale;
  ctx.fillStyle = "rgba(0,0,0,.2)";
  ctx.fillRect(back, y - 1, front - back, 4);
  ctx.globalAlpha = palette.neon ? 0.7 : 0.94;
  ctx.fillStyle = palette.gatePad;
  ctx.beginPath();
  ctx.roundRect(back + 3, y - high * 0.74, front - back - 6, high * 0.3, 4);
  ctx.fill();
  ctx.fillStyle = "rgba(255,255,255,.1)";
  ctx.fillRect(back + 5, y - high * 0.72, front - back - 10, high * 0.06);
  ctx.globalAlpha = 1;
  for (const [up, thick] of [
    [1, 1.2],
    [0.26, 0.9],
  ] as const) {
    ctx.fillStyle = palette.gateShade;
    ctx.fillRect(back, y - high * up + pipe * 0.6, front - back, pipe * 0.6);
    ctx.fillStyle = palette.gate;
    ctx.fillRect(back, y - high * up, front - back, pipe * thick * 0.8);
  }
  for (const x of [back, (back + front) / 2, front]) {
    ctx.fillStyle = palette.gate;
    ctx.fillRect(x - pipe * 0.6, y - high * 1.1, pipe * 1.3, high * 1.1 + 3);
    ctx.fillStyle = palette.gateShade;
    ctx.fillRect(x + pipe * 0.3, y - high * 1.1, pipe * 0.4, high * 1.1 + 3);
  }
  // The overhead beam leans back, as the stalls do.
  ctx.fillStyle = palette.gate;
  ctx.fillRect(back, y - high * 1.12, front - back, pipe);
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Two leaves hinged on the stall's sides; when open they point forward. */
function drawDoor(
  ctx: Ctx,
  palette: Palette,
  far: Spot,
  near: Spot,
  high: number,
  open: number,
  scale: number,
): void {
  const middle = { x: (far.x + near.x) / 2, y: (far.y + near.y) / 2 };
  const swing = 30 * scale * open;
  ctx.globalAlpha = palette.neon ? 0.75 - open * 0.25 : 1;
  for (const hinge of [far, near]) {
    const edge = {
      x: middle.x + (hinge.x - middle.x) * open + swing,
      y: middle.y + (hinge.y - middle.y) * open * 0.92,
    };
    const leaf = (from: number, to: number): readonly (readonly [number, number])[] => [
      [hinge.x, hinge.y - high * to],
      [edge.x, edge.y - high * to],
      [edge.x, edge.y - high * from],
      [hinge.x, hinge.y - high * from],
    ];
    fillShape(ctx, palette.gatePad, leaf(0.46, 0.84), 0);
    for (const up of [0.28, 0.44, 0.86]) fillShape(ctx, palette.gate, leaf(up, up + 0.045), 0);
    ctx.fillStyle = palette.gateShade;
    ctx.fillRect(edge.x - 1, edge.y - high * 0.92, 2, high * 0.68);
  }
  ctx.globalAlpha = 1;
}

function drawPlate(ctx: Ctx, palette: Palette, number: number, x: number, y: number, scale: number): void {
  const [wide, high] = [22 * scale + 2, 17 * scale + 2];
  ctx.fillStyle = palette.plate;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y, wide, high, 4);
  ctx.fill();
  ctx.strokeStyle = palette.plateText;
  ctx.globalAlpha = 0.5;
  ctx.lineWidth = 1;
  ctx.stroke();
  ctx.globalAlpha = 1;
  ctx.fillStyle = palette.plateText;
  ctx.font = `700 ${12.5 * scale}px ${palette.font}`;
  ctx.letterSpacing = "0px";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(number), x, y + high / 2 + 0.8);
}
