import { createPicture, hashed, scatter, shade, withAlpha, type Ctx, type Picture } from "../ink.ts";
import { laneLine, LANES, type Geometry } from "../geometry.ts";
import { courseX, enter, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

const STRIPE_LENGTHS = 7;
const GRID_LENGTHS = 2.2;
const VARIANTS = 3;

/** Turf or grid: a few tiles, laid in an order that does not repeat. */
export interface Ground {
  readonly tiles: readonly Picture[];
  readonly width: number;
}

export function paintGround(
  { groundTop, height, bodyLength }: Geometry,
  palette: Palette,
  ratio: number,
): Ground {
  const width = Math.round(Math.max(160, bodyLength * 5));
  const tiles = Array.from({ length: VARIANTS }, (_, variant) => {
    const { picture, ctx } = createPicture(width * ratio, (height - groundTop) * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (palette.neon) paintGrid(ctx, width, height - groundTop, variant);
    else paintTurf(ctx, width, height - groundTop, variant);
    return picture;
  });
  return { tiles, width };
}

function paintTurf(ctx: Ctx, width: number, height: number, variant: number): void {
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [0, height],
    [
      [0, "#63a24f"],
      [0.25, "#478a43"],
      [1, "#2a652e"],
    ],
  );
  ctx.fillRect(0, 0, width, height);
  const next = scatter(500 + variant);
  for (let blade = 0; blade < (width * height) / 46; blade += 1) {
    const [x, y] = [next() * width, next() * height];
    const near = 0.5 + y / height;
    ctx.fillStyle = next() < 0.5 ? "rgba(14,40,14,.2)" : "rgba(196,224,126,.12)";
    const long = (2 + next() * 7) * near;
    ctx.fillRect(x, y, long, 1.1 * near);
    // What reaches over the edge comes in again on the other side.
    if (x + long > width) ctx.fillRect(x - width, y, long, 1.1 * near);
  }
}

function paintGrid(ctx: Ctx, width: number, height: number, variant: number): void {
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [0, height],
    [
      [0, "#23124f"],
      [0.22, "#140b38"],
      [1, "#090518"],
    ],
  );
  ctx.fillRect(0, 0, width, height);
  const next = scatter(700 + variant);
  ctx.fillStyle = "rgba(160,130,255,.05)";
  for (let line = 0; line < (width * height) / 480; line += 1)
    ctx.fillRect(next() * (width - 40), next() * height, 10 + next() * 30, 1);
}

/** Ground, stripes that show its speed, lanes, and the light in the player's own lane. */
export function drawGround(
  ctx: Ctx,
  view: View,
  palette: Palette,
  ground: Ground,
  marked: { readonly lane: number; readonly color: string } | null,
): void {
  const { geometry, shift } = view;
  const { width, height, groundTop } = geometry;
  enter(ctx, view);
  for (let tile = Math.floor(shift / ground.width); tile * ground.width - shift < width; tile += 1) {
    const picture = ground.tiles[Math.floor(hashed(tile, 3) * ground.tiles.length)];
    if (picture !== undefined)
      ctx.drawImage(picture, tile * ground.width - shift, groundTop, ground.width + 0.6, height - groundTop);
  }
  drawStripes(ctx, view, palette);
  ctx.fillStyle = palette.laneLine;
  for (let lane = 1; lane < LANES; lane += 1) ctx.fillRect(0, laneLine(geometry, lane) - 0.6, width, 1.2);
  if (marked === null) return;
  const top = laneLine(geometry, marked.lane);
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [width, 0],
    [
      [0, withAlpha(marked.color, 0.42)],
      [0.5, withAlpha(marked.color, 0.17)],
      [1, withAlpha(marked.color, 0.06)],
    ],
  );
  ctx.fillRect(0, top, width, laneLine(geometry, marked.lane + 1) - top);
}

function drawStripes(ctx: Ctx, view: View, palette: Palette): void {
  const { width, height, groundTop, bodyLength, skew } = view.geometry;
  const step = palette.neon ? GRID_LENGTHS : STRIPE_LENGTHS;
  const at = (lengths: number, y: number) => courseX(view, lengths, y);
  const first = Math.floor((view.shift - skew) / bodyLength / step) * step;
  ctx.beginPath();
  for (let lengths = first; at(lengths, groundTop) < width + skew; lengths += step) {
    ctx.moveTo(at(lengths, groundTop), groundTop);
    if (palette.neon) ctx.lineTo(at(lengths, height), height);
    else {
      // Mowers are not machines: no two stripes are equally wide.
      const wide = step * (0.44 + 0.1 * hashed(lengths, 5));
      ctx.lineTo(at(lengths + wide, groundTop), groundTop);
      ctx.lineTo(at(lengths + wide, height), height);
      ctx.lineTo(at(lengths, height), height);
      ctx.closePath();
    }
  }
  if (palette.neon) {
    ctx.strokeStyle = palette.stripe;
    ctx.lineWidth = 1;
    ctx.stroke();
  } else {
    ctx.fillStyle = palette.stripe;
    ctx.fill();
  }
}
