/** A drawing context; that of a canvas on the page works as well. */
export type Ctx = Omit<OffscreenCanvasRenderingContext2D, "canvas">;
export type Picture = OffscreenCanvas;

/** A canvas that is never shown; one without alpha is cheaper to draw. */
export function createPicture(
  width: number,
  height: number,
  settings: { readonly alpha?: boolean; readonly willReadFrequently?: boolean } = {},
): { readonly picture: Picture; readonly ctx: Ctx } {
  const [wide, high] = [Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height))];
  const picture = new OffscreenCanvas(wide, high);
  const ctx = picture.getContext("2d", settings);
  if (ctx === null) throw new Error("this browser draws no 2d pictures");
  return { picture, ctx };
}

const channels = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** A mix of two `#rrggbb` colours; 0 is the first. */
export function mixed(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  const hex = a.map((value, index) =>
    Math.round(value + ((b[index] ?? 0) - value) * part)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}

/** A `#rrggbb` colour with an opacity. */
export const withAlpha = (hex: string, alpha: number): string => `rgba(${channels(hex).join(",")},${alpha})`;

/** Reproducible pseudo-random numbers: what is painted twice must look the same. */
export function scatter(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One such number from a few integers. */
export const hashed = (...parts: readonly number[]): number =>
  scatter(parts.reduce((sum, part) => Math.imul(sum ^ Math.round(part * 977), 0x9e3779b1), 0x51ed))();

export type Pair = readonly [x: number, y: number];

/** Traces a smooth curve through points, closed by default. */
function trace(ctx: Ctx, points: readonly Pair[], closed = true, tension = 1 / 6): void {
  const count = points.length;
  const at = (index: number): Pair =>
    points[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0];
  ctx.beginPath();
  ctx.moveTo(...at(0));
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    ctx.bezierCurveTo(
      from[0] + (to[0] - before[0]) * tension,
      from[1] + (to[1] - before[1]) * tension,
      to[0] - (after[0] - from[0]) * tension,
      to[1] - (after[1] - from[1]) * tension,
      ...to,
    );
  }
  if (closed) ctx.closePath();
}

export function fillShape(
  ctx: Ctx,
  color: string | CanvasGradient,
  points: readonly Pair[],
  tension?: number,
): void {
  ctx.fillStyle = color;
  trace(ctx, points, true, tension);
  ctx.fill();
}

export function strokeLine(ctx: Ctx, color: string, width: number, points: readonly Pair[]): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  trace(ctx, points, false);
  ctx.stroke();
}

export function disc(ctx: Ctx, color: string, x: number, y: number, radius: number): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.fill();
}

export type Stops = readonly (readonly [at: number, color: string])[];

/** A gradient from one point to another. */
export function shade(ctx: Ctx, from: Pair, to: Pair, stops: Stops): CanvasGradient {
  const gradient = ctx.createLinearGradient(...from, ...to);
  for (const [at, color] of stops) gradient.addColorStop(at, color);
  return gradient;
}

/** A soft spot of light or shadow; `turn` in radians. */
export function blob(
  ctx: Ctx,
  color: string,
  alpha: number,
  [x, y]: Pair,
  [wide, high]: Pair,
  turn = 0,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(wide, high);
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
  gradient.addColorStop(0, withAlpha(color, alpha));
  gradient.addColorStop(0.55, withAlpha(color, alpha * 0.45));
  gradient.addColorStop(1, withAlpha(color, 0));
  ctx.fillStyle = gradient;
  ctx.fillRect(-1, -1, 2, 2);
  ctx.restore();
}
