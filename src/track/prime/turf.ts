import { courseX, type View } from "../view.ts";
import { hashed, scatter, shade, type Ctx } from "../ink.ts";

const STRIPE_LENGTHS = 7;

/** A tile of turf. */
export function paintTurf(ctx: Ctx, width: number, height: number, variant: number): void {
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
    // What crosses the edge continues on the other side.
    if (x + long > width) ctx.fillRect(x - width, y, long, 1.1 * near);
  }
}

/** Mowing stripes; they show how fast the ground passes. */
export function drawStripes(ctx: Ctx, view: View): void {
  const { width, height, groundTop, bodyLength, skew } = view.geometry;
  const at = (lengths: number, y: number) => courseX(view, lengths, y);
  const first = Math.floor((view.shift - skew) / bodyLength / STRIPE_LENGTHS) * STRIPE_LENGTHS;
  ctx.beginPath();
  for (let lengths = first; at(lengths, groundTop) < width + skew; lengths += STRIPE_LENGTHS) {
    // Mowers are not machines: no two stripes are equally wide.
    const end = lengths + STRIPE_LENGTHS * (0.44 + 0.1 * hashed(lengths, 5));
    ctx.moveTo(at(lengths, groundTop), groundTop);
    ctx.lineTo(at(end, groundTop), groundTop);
    ctx.lineTo(at(end, height), height);
    ctx.lineTo(at(lengths, height), height);
  }
  ctx.fillStyle = "rgba(8, 36, 14, 0.17)";
  ctx.fill();
}
