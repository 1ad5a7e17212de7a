import { blob, disc, fillShape, scatter, shade, type Ctx, type Pair } from "../ink.ts";
import type { Row } from "../course/crowd.ts";

/** Backdrops of the light grid: night, a striped sun, a city of lights. */

export function paintNight(ctx: Ctx, width: number, horizon: number): void {
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [0, horizon],
    [
      [0, "#05030f"],
      [0.5, "#140a37"],
      [0.84, "#3a1673"],
      [1, "#8a34e0"],
    ],
  );
  ctx.fillRect(0, 0, width, horizon + 6);
  const next = scatter(11);
  for (let star = 0; star < width / 5; star += 1) {
    const color = next() < 0.3 ? "20,241,149" : "220,210,255";
    disc(
      ctx,
      `rgba(${color},${0.15 + next() * 0.6})`,
      next() * width,
      next() * horizon * 0.75,
      0.3 + next() * 0.6,
    );
  }
  blob(ctx, "#14f195", 0.12, [width * 0.2, horizon * 0.3], [width * 0.3, horizon * 0.3]);
  blob(ctx, "#9945ff", 0.2, [width * 0.45, horizon * 0.25], [width * 0.3, horizon * 0.26]);
  paintSun(ctx, width * 0.7, horizon * 1.02, horizon * 0.68);
}

function paintSun(ctx: Ctx, x: number, y: number, radius: number): void {
  blob(ctx, "#9945ff", 0.8, [x, y], [radius * 2.3, radius * 2]);
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.clip();
  ctx.fillStyle = shade(
    ctx,
    [0, y - radius],
    [0, y],
    [
      [0, "#5cffb9"],
      [0.4, "#43b4ca"],
      [1, "#9945ff"],
    ],
  );
  ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  ctx.fillStyle = "#1d0d4a";
  for (let band = 0; band < 7; band += 1)
    ctx.fillRect(x - radius, y - radius * (0.08 + band * 0.115), 2 * radius, radius * (0.06 - 0.007 * band));
  ctx.restore();
}

/** A skyline that never repeats: towers of every width, some with masts, their windows lit. */
export function paintCity(ctx: Ctx, width: number, horizon: number, near: boolean): void {
  const next = scatter(near ? 91 : 23);
  for (let x = -10; x < width;) {
    const wide = 14 + next() * (near ? 44 : 30);
    const high = horizon * ((near ? 0.08 : 0.16) + next() * next() * (near ? 0.34 : 0.52));
    const top = horizon - high;
    ctx.fillStyle = near ? "#0b0623" : "#160b3d";
    if (next() < 0.2)
      fillShape(
        ctx,
        ctx.fillStyle,
        [
          [x, horizon],
          [x, top + 8],
          [x + wide * 0.5, top - 8],
          [x + wide, top + 8],
          [x + wide, horizon],
        ],
        0,
      );
    else ctx.fillRect(x, top, wide, high + 4);
    ctx.fillStyle = near ? "rgba(153,69,255,.6)" : "rgba(153,69,255,.35)";
    ctx.fillRect(x, top, wide, 1);
    if (next() < 0.16) ctx.fillRect(x + wide / 2, top - 14, 1, 14);
    for (let row = top + 5; row < horizon - 4; row += 6)
      for (let column = x + 3; column < x + wide - 4; column += 5)
        if (next() < (near ? 0.3 : 0.36)) {
          ctx.fillStyle =
            ["rgba(20,241,149,.55)", "rgba(0,209,255,.5)", "rgba(186,140,255,.6)", "rgba(255,214,140,.35)"][
              Math.floor(next() * 4)
            ] ?? "";
          ctx.fillRect(column, row, 2, 2.4);
        }
    x += wide + 1 + next() * 12;
  }
}

export function paintArenas(ctx: Ctx, width: number, horizon: number): Row[] {
  const rows: Row[] = [];
  for (const [x, wide, part] of [
    [0.08, 0.13, 0.34],
    [0.3, 0.16, 0.4],
    [0.6, 0.3, 0.52],
  ] as const)
    arena(ctx, width * x, Math.min(width * wide, 780), horizon, part, rows);
  for (const x of [0.02, 0.25, 0.5, 0.575, 0.93]) beacon(ctx, width * x, horizon);
  return rows;
}

function arena(ctx: Ctx, x: number, width: number, horizon: number, part: number, rows: Row[]): void {
  const high = horizon * part;
  const top = horizon - high;
  const outline: readonly Pair[] = [
    [x, horizon + 4],
    [x - 10, top + 4],
    [x + width * 0.1, top - 3],
    [x + width * 0.9, top - 3],
    [x + width + 10, top + 4],
    [x + width, horizon + 4],
  ];
  fillShape(ctx, "#0a0620", outline, 0);
  const light = shade(
    ctx,
    [x, 0],
    [x + width, 0],
    [
      [0, "#9945ff"],
      [0.5, "#43b4ca"],
      [1, "#14f195"],
    ],
  );
  ctx.fillStyle = light;
  ctx.fillRect(x - 10, top - 3, width + 20, 2.6);
  blob(ctx, "#43b4ca", 0.3, [x + width / 2, top], [width * 0.6, 16]);
  const tiers = part > 0.5 ? 4 : 3;
  for (let tier = 0; tier < tiers; tier += 1) {
    const y = top + high * (0.1 + (tier * 0.84) / tiers);
    const step = (high * 0.84) / tiers;
    ctx.globalAlpha = 0.4;
    ctx.fillStyle = light;
    ctx.fillRect(x, y + step * 0.98, width, 1.4);
    ctx.globalAlpha = 1;
    rows.push({ x: x + 4, y: y + step * 0.95, width: width - 8, size: Math.min(7, step * 0.5) });
  }
}

function beacon(ctx: Ctx, x: number, horizon: number): void {
  ctx.fillStyle = "#241457";
  ctx.fillRect(x - 1, horizon * 0.14, 2, horizon);
  blob(ctx, "#14f195", 0.75, [x, horizon * 0.14], [56, 56]);
  disc(ctx, "#d8ffee", x, horizon * 0.14, 3.2);
}
