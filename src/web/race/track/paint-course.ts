import { laneLine, LANES, laneScale, metresOf, type Geometry } from "./geometry.ts";
import { withAlpha, type Palette } from "./palette.ts";

/** Where a point of the course is on the screen: its distance in body lengths, and the y that it lies on. */
export type OnScreen = (lengths: number, y: number) => number;

const STRIPE_LENGTHS = 7;
const GRID_LENGTHS = 2.2;
const POST_EVERY_LENGTHS = 10;

/** Mown stripes, or the lines of the grid, which show how fast the ground goes by. */
export function paintStripes(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  at: OnScreen,
  from: number,
): void {
  const { width, height, groundTop, skew } = geometry;
  const step = palette.neon ? GRID_LENGTHS : STRIPE_LENGTHS;
  const first = Math.floor(from / step) * step - step;
  for (let lengths = first; at(lengths, groundTop) < width + skew; lengths += step) {
    ctx.beginPath();
    ctx.moveTo(at(lengths, groundTop), groundTop);
    if (palette.neon) {
      ctx.strokeStyle = palette.stripe;
      ctx.lineWidth = 1;
      ctx.lineTo(at(lengths, height), height);
      ctx.stroke();
    } else {
      ctx.fillStyle = palette.stripe;
      ctx.lineTo(at(lengths + step / 2, groundTop), groundTop);
      ctx.lineTo(at(lengths + step / 2, height), height);
      ctx.lineTo(at(lengths, height), height);
      ctx.fill();
    }
  }
}

/** The lines between lanes and the band of light in the player's own. */
export function paintLanes(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  marked: { readonly lane: number; readonly color: string } | null,
): void {
  ctx.fillStyle = palette.laneLine;
  for (let lane = 1; lane < LANES; lane += 1)
    ctx.fillRect(0, laneLine(geometry, lane) - 0.5, geometry.width, 1.2);
  if (marked === null) return;
  const top = laneLine(geometry, marked.lane);
  const light = ctx.createLinearGradient(0, 0, geometry.width, 0);
  light.addColorStop(0, withAlpha(marked.color, 0.42));
  light.addColorStop(0.5, withAlpha(marked.color, 0.16));
  light.addColorStop(1, withAlpha(marked.color, 0.05));
  ctx.fillStyle = light;
  ctx.fillRect(0, top, geometry.width, laneLine(geometry, marked.lane + 1) - top);
}

/** The far rail, and the posts that say how far it is. */
export function paintFarRail(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  at: OnScreen,
  finishDistance: number,
): void {
  const { width, groundTop } = geometry;
  ctx.fillStyle = palette.railEdge;
  ctx.fillRect(0, groundTop - 2, width, 8);
  ctx.fillStyle = palette.rail;
  ctx.fillRect(0, groundTop, width, 3);
  for (let lengths = POST_EVERY_LENGTHS; lengths < finishDistance - 4; lengths += POST_EVERY_LENGTHS) {
    const x = at(lengths, groundTop);
    if (x < -30 || x > width + 30) continue;
    ctx.fillStyle = palette.rail;
    ctx.fillRect(x - 1.2, groundTop - 30, 2.4, 32);
    ctx.fillStyle = palette.neon ? "#0b0722" : "#b3362e";
    ctx.beginPath();
    ctx.arc(x, groundTop - 34, 11, 0, 7);
    ctx.fill();
    ctx.strokeStyle = palette.rail;
    ctx.lineWidth = 1.6;
    ctx.stroke();
    ctx.fillStyle = "#ffffff";
    ctx.font = `700 10px ${palette.font}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(metresOf(finishDistance - lengths)), x, groundTop - 33.5);
  }
}

export function paintNearRail(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  shift: number,
): void {
  const { width, height, groundBottom } = geometry;
  const y = groundBottom + (height - groundBottom) * 0.42;
  ctx.fillStyle = palette.railEdge;
  ctx.fillRect(0, y + 5, width, 5);
  ctx.fillStyle = palette.rail;
  ctx.fillRect(0, y - 5, width, palette.neon ? 3 : 8);
  const spacing = 130;
  const offset = ((shift % spacing) + spacing) % spacing;
  for (let x = -offset; x < width + spacing; x += spacing)
    ctx.fillRect(x, y, palette.neon ? 2 : 5, height - y);
}

/** The stalls of one lane and the plate with its number; they open within a quarter of a second. */
export function paintGate(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  at: OnScreen,
  line: number,
  elapsedMs: number,
): void {
  const y = laneLine(geometry, line);
  const scale = laneScale(Math.min(line, LANES - 1));
  const high = geometry.horseHeight * 0.6 * scale;
  const [back, front] = [at(-1.75, y), at(0.12, y)];
  if (front < -60) return;
  ctx.fillStyle = palette.gatePad;
  ctx.beginPath();
  ctx.roundRect(back, y - high * 0.8, front - back, high * 0.34, 5);
  ctx.fill();
  ctx.fillStyle = palette.gate;
  ctx.fillRect(back, y - high, front - back, 3);
  ctx.fillRect(back, y - high * 0.28, front - back, 2.5);
  for (const x of [back, (back + front) / 2, front]) ctx.fillRect(x - 2, y - high * 1.06, 4, high * 1.06 + 3);
  if (line === LANES) return;

  const open = Math.min(1, Math.max(0, elapsedMs / 240));
  const nextY = laneLine(geometry, line + 1);
  const nextFront = at(0.12, nextY);
  ctx.globalAlpha = 0.9 - open * 0.55;
  ctx.lineWidth = 3;
  ctx.strokeStyle = palette.gate;
  for (let bar = 0; bar < 4; bar += 1) {
    const up = high * (0.25 + bar * 0.17);
    ctx.beginPath();
    ctx.moveTo(front, y - up);
    ctx.lineTo(front + (nextFront - front) * 0.5 + open * 34, (y + nextY) / 2 - up);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  paintPlate(ctx, palette, line + 1, front, y - high * 1.3, scale);
}

function paintPlate(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  number: number,
  x: number,
  y: number,
  scale: number,
): void {
  const [wide, high] = [22 * scale + 4, 18 * scale + 2];
  ctx.fillStyle = palette.plate;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, y, wide, high, 4);
  ctx.fill();
  ctx.fillStyle = palette.plateText;
  ctx.font = `700 ${12 * scale}px ${palette.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(number), x, y + high / 2 + 0.5);
}

/** The chequered line across the ground with the far post; painted before the horses. */
export function paintFinishLine(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  at: OnScreen,
  finishDistance: number,
): void {
  const { width, groundTop, groundBottom, bodyLength } = geometry;
  const top = at(finishDistance, groundTop);
  if (top > width + 260 || top < -260) return;
  const rows = LANES * 4;
  const square = bodyLength * 0.17;
  for (let row = 0; row < rows; row += 1) {
    const y = groundTop + ((groundBottom - groundTop) * row) / rows;
    const next = groundTop + ((groundBottom - groundTop) * (row + 1)) / rows;
    for (let column = 0; column < 2; column += 1) {
      ctx.fillStyle = (row + column) % 2 === 1 ? (palette.neon ? "#14f195" : "#f7f3e6") : "#101418";
      const [x, below] = [
        at(finishDistance, y) + column * square,
        at(finishDistance, next) + column * square,
      ];
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + square, y);
      ctx.lineTo(below + square, next);
      ctx.lineTo(below, next);
      ctx.fill();
    }
  }
  const post = groundTop * 0.66;
  paintPost(ctx, palette, top, groundTop, post, 5);
  ctx.fillStyle = palette.plate;
  ctx.fillRect(top + 8, groundTop - post + 8, 96, 22);
  ctx.fillStyle = palette.plateText;
  ctx.font = `700 13px ${palette.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.letterSpacing = "3px";
  ctx.fillText("FINISH", top + 57, groundTop - post + 20);
  ctx.letterSpacing = "0px";
}

/** The near post of the line; painted after the horses. */
export function paintNearPost(
  ctx: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  at: OnScreen,
  finishDistance: number,
): void {
  const { width, height, groundBottom } = geometry;
  const x = at(finishDistance, groundBottom);
  if (x > width + 60 || x < -60) return;
  paintPost(ctx, palette, x, groundBottom + (height - groundBottom) * 0.5, height * 0.42, 7);
}

function paintPost(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  x: number,
  foot: number,
  high: number,
  wide: number,
): void {
  ctx.fillStyle = palette.neon ? "#14f195" : "#f4efe1";
  ctx.fillRect(x - wide / 2, foot - high, wide, high);
  ctx.fillStyle = palette.neon ? "#9945ff" : "#b3362e";
  ctx.strokeStyle = palette.neon ? "#14f195" : "#f4efe1";
  ctx.lineWidth = 3;
  ctx.beginPath();
  ctx.arc(x, foot - high, wide * 2.2, 0, 7);
  ctx.fill();
  ctx.stroke();
}
