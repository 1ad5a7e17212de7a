import { fillShape, type Ctx, type Pair } from "../ink.ts";
import type { Geometry } from "../geometry.ts";

/** Positions of the flags over the stands, in parts of the strip's width and of the horizon's height. */
const flagPoles: readonly Pair[] = [
  [0.115, 0.5],
  [0.165, 0.48],
  [0.39, 0.4],
  [0.43, 0.39],
  [0.65, 0.23],
  [0.71, 0.21],
  [0.77, 0.2],
  [0.83, 0.19],
  [0.89, 0.18],
];

const colors = ["#c8a24a", "#b0483e", "#e9e2d0", "#2f6b58"] as const;

/** Flags over the stands, in a light wind. `left` is the left edge of the strip on which they stand. */
export function drawFlags(
  ctx: Ctx,
  left: number,
  stripWidth: number,
  { width, groundTop }: Geometry,
  seconds: number,
): void {
  for (const [index, [across, up]] of flagPoles.entries()) {
    const x = left + across * stripWidth;
    if (x < -20 || x > width + 4) continue;
    const top = groundTop * up;
    ctx.fillStyle = "#e9e2d0";
    ctx.fillRect(x - 0.6, top, 1.2, groundTop * 0.16);
    const wave = (along: number) => Math.sin(seconds * 5 + index * 1.7 - along * 0.5) * along * 0.11;
    const edge = (down: number): Pair[] =>
      [0, 5, 10, 15].map((along): Pair => [x + along, top + down + along * 0.1 + wave(along)]);
    fillShape(ctx, colors[index % colors.length] ?? colors[0], [...edge(0), ...edge(8).reverse()], 0.1);
  }
}
