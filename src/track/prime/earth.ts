import { puffPicture, type Footfall } from "../course/dust.ts";
import { disc, hashed, type Ctx, type Picture } from "../ink.ts";

/** How far a horse runs, in units, before what a footfall threw up is gone. */
const LIFE = { dust: 520, clod: 250, print: 900 } as const;

export const paintDust = (): readonly Picture[] => [
  puffPicture("#cbb58c", 0.55),
  puffPicture("#a88e62", 0.5),
];

/** Dust and clods of turf. */
export function drawEarth(ctx: Ctx, puffs: readonly Picture[], { x, since, seed, effort }: Footfall): void {
  if (since < LIFE.print) {
    // The print stays where the hoof was.
    ctx.globalAlpha = 0.3 * effort * (1 - since / LIFE.print);
    disc(ctx, "#1b2a12", x - 1, 0.4, 2.2);
  }
  for (let each = 0; each < 2; each += 1) {
    const t = since / LIFE.dust;
    const picture = puffs[each];
    if (t >= 1 || picture === undefined) continue;
    const [a, b, c] = [hashed(seed, each, 1), hashed(seed, each, 2), hashed(seed, each, 3)];
    const radius = (6 + 7 * a) * (0.7 + 2.8 * t);
    ctx.globalAlpha = 0.8 * effort * (1 - t) ** 1.4;
    ctx.drawImage(
      picture,
      x - 4 - 16 * b * t - radius,
      -3 - 18 * c * t - radius * 0.9,
      radius * 2,
      radius * 1.7,
    );
  }
  for (let each = 0; each < 3; each += 1) {
    const t = since / (LIFE.clod * (0.6 + 0.6 * hashed(seed, each, 4)));
    if (t >= 1 || t < 0.12 || hashed(seed, each, 5) < 0.45) continue;
    const high = 26 + 34 * hashed(seed, each, 6);
    const up = high * (4 * t * (1 - t));
    ctx.globalAlpha = effort;
    disc(
      ctx,
      each === 0 ? "#2f4420" : "#3d2c18",
      x - 6 - t * (14 + 46 * hashed(seed, each, 7)),
      -up,
      1.1 + 1.1 * hashed(seed, each, 8),
    );
  }
}
