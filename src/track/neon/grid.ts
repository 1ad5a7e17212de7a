import { courseX, type View } from "../view.ts";
import { scatter, shade, type Ctx } from "../ink.ts";

const GRID_LENGTHS = 2.2;

/** A tile of the dark ground. */
export function paintGrid(ctx: Ctx, width: number, height: number, variant: number): void {
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

/** The lines across the grid; they show how fast it passes. */
export function drawLines(ctx: Ctx, view: View): void {
  const { width, height, groundTop, bodyLength, skew } = view.geometry;
  const first = Math.floor((view.shift - skew) / bodyLength / GRID_LENGTHS) * GRID_LENGTHS;
  ctx.beginPath();
  for (let lengths = first; courseX(view, lengths, groundTop) < width + skew; lengths += GRID_LENGTHS) {
    ctx.moveTo(courseX(view, lengths, groundTop), groundTop);
    ctx.lineTo(courseX(view, lengths, height), height);
  }
  ctx.strokeStyle = "rgba(153, 99, 255, 0.3)";
  ctx.lineWidth = 1;
  ctx.stroke();
}
