import { blob, disc, fillShape, scatter, shade, type Ctx, type Pair } from "../ink.ts";
import type { Row } from "../course/crowd.ts";

/** Backdrops of the floodlit course at dusk. `horizon` is their height; they end where the ground begins. */

export function paintDusk(ctx: Ctx, width: number, horizon: number): void {
  ctx.fillStyle = shade(
    ctx,
    [0, 0],
    [0, horizon],
    [
      [0, "#122f40"],
      [0.28, "#2f5763"],
      [0.52, "#8c7c6a"],
      [0.76, "#dd9b60"],
      [1, "#ffd69a"],
    ],
  );
  ctx.fillRect(0, 0, width, horizon + 6);
  blob(ctx, "#ffdca0", 0.85, [width * 0.74, horizon * 0.98], [horizon * 1.7, horizon * 1.3]);
  blob(ctx, "#fff3cf", 0.9, [width * 0.74, horizon * 0.94], [horizon * 0.34, horizon * 0.3]);
  paintClouds(ctx, width, horizon);
  const next = scatter(77);
  for (let star = 0; star < 26; star += 1)
    disc(
      ctx,
      `rgba(255,248,225,${0.2 + next() * 0.4})`,
      next() * width,
      next() * horizon * 0.24,
      0.4 + next() * 0.5,
    );
}

/** Banks of cloud, lit from below. */
function paintClouds(ctx: Ctx, width: number, horizon: number): void {
  const next = scatter(178);
  for (let bank = 0; bank < width / 62; bank += 1) {
    const [x, y, long] = [next() * width, horizon * (0.1 + next() * 0.5), 50 + next() * 150];
    for (let puff = 0; puff < 7; puff += 1) {
      const at = x + (next() - 0.5) * long * 1.5;
      blob(ctx, "#ffcf9f", 0.13, [at, y + 2 + next() * 3], [long * (0.3 + next() * 0.4), 3 + next() * 6]);
      blob(ctx, "#4c5f6c", 0.12, [at + 4, y - 3 - next() * 3], [long * (0.3 + next() * 0.3), 3 + next() * 4]);
    }
  }
}

export function paintHills(ctx: Ctx, width: number, horizon: number): void {
  for (const [ridge, color] of ["#65766d", "#48605a", "#2d4a47"].entries()) {
    const outline: Pair[] = [[-10, horizon + 4]];
    for (let x = -10; x <= width + 10; x += 8) {
      const turn = x / (150 + ridge * 37) + ridge * 2.1;
      const rise =
        0.3 -
        ridge * 0.075 +
        0.06 * Math.sin(turn) +
        0.035 * Math.sin(turn * 2.7 + 1) +
        0.014 * Math.sin(turn * 7.3);
      outline.push([x, horizon * (1 - rise)]);
    }
    outline.push([width + 10, horizon + 4]);
    fillShape(ctx, color, outline, 0);
  }
  const next = scatter(41);
  for (let tree = 0; tree < width / 5; tree += 1) {
    const x = next() * width;
    ctx.fillStyle = next() < 0.5 ? "#28443f" : "#244039";
    ctx.beginPath();
    ctx.ellipse(x, horizon * 0.9, 3 + next() * 5, 3 + next() * 7, 0, 0, 7);
    ctx.fill();
  }
}

/** Stands, trees and masts along the way: paddock trees at the start, the grandstand at the finish. */
export function paintStands(ctx: Ctx, width: number, horizon: number): Row[] {
  const next = scatter(9);
  const rows: Row[] = [];
  for (let x = -20; x < width; x += 9 + next() * 15)
    tree(ctx, x, horizon, horizon * (0.1 + next() * 0.14), next);
  for (const [x, count] of [
    [0.03, 7],
    [0.3, 5],
    [0.52, 6],
    [0.98, 5],
  ] as const)
    for (let each = 0; each < count; each += 1)
      tree(ctx, width * x + each * 17 - 40, horizon, horizon * (0.2 + next() * 0.2), next);
  for (const [x, wide, high] of [
    [0.1, 210, 0.42],
    [0.36, 300, 0.5],
  ] as const)
    stand(ctx, width * x, Math.min(wide, width * 0.16), horizon, high, rows, next);
  stand(ctx, width * 0.62, Math.min(width * 0.3, 760), horizon, 0.66, rows, next);
  marquee(ctx, width * 0.285, horizon);
  marquee(ctx, width * 0.3, horizon);
  for (const x of [0.02, 0.24, 0.44, 0.595, 0.94]) mast(ctx, width * x, horizon);
  return rows;
}

function tree(ctx: Ctx, x: number, horizon: number, high: number, next: () => number): void {
  const wide = 9 + next() * 9;
  for (let clump = 0; clump < 5; clump += 1) {
    ctx.fillStyle = ["#1d3a32", "#244539", "#2d5040", "#1a332d", "#35583f"][clump] ?? "#244539";
    ctx.beginPath();
    ctx.ellipse(
      x + (next() - 0.5) * wide,
      horizon - high * (0.35 + next() * 0.5),
      wide * (0.5 + next() * 0.4),
      high * (0.3 + next() * 0.25),
      0,
      0,
      7,
    );
    ctx.fill();
  }
}

function stand(
  ctx: Ctx,
  x: number,
  width: number,
  horizon: number,
  part: number,
  rows: Row[],
  next: () => number,
): void {
  const high = horizon * part;
  const top = horizon - high;
  ctx.fillStyle = shade(
    ctx,
    [0, top],
    [0, horizon],
    [
      [0, "#2a4147"],
      [1, "#13232a"],
    ],
  );
  ctx.fillRect(x, top + high * 0.14, width, high);
  const tiers = part > 0.6 ? 4 : 3;
  const step = (high * 0.8) / tiers;
  for (let tier = 0; tier < tiers; tier += 1) {
    const y = top + high * 0.2 + tier * step;
    ctx.fillStyle = shade(
      ctx,
      [0, y],
      [0, y + step],
      [
        [0, "#ffd48a"],
        [0.16, "#8d7a58"],
        [0.3, "#2b3b40"],
        [1, "#1a2a31"],
      ],
    );
    ctx.fillRect(x + 4, y, width - 8, step * 0.92);
    const size = Math.min(8, step * 0.42);
    for (const line of [0.62, 0.95]) rows.push({ x: x + 5, y: y + step * line, width: width - 10, size });
  }
  ctx.fillStyle = "#cfc7b2";
  for (let pillar = 0; pillar <= Math.round(width / 70); pillar += 1)
    ctx.fillRect(x + (pillar * width) / Math.round(width / 70) - 1, top + high * 0.12, 2, high);
  fillShape(
    ctx,
    "#efe8d7",
    [
      [x - 20, top + high * 0.1],
      [x + width + 26, top - high * 0.05],
      [x + width + 26, top + high * 0.02],
      [x - 20, top + high * 0.16],
    ],
    0,
  );
  ctx.fillStyle = "rgba(0,0,0,.3)";
  ctx.fillRect(x, top + high * 0.15, width, high * 0.05);
  for (let light = 0; light < width / 46; light += 1)
    blob(ctx, "#fff1c4", 0.6, [x + 22 + light * 46, top + high * 0.17], [16, 9 + next() * 2]);
}

function marquee(ctx: Ctx, x: number, horizon: number): void {
  fillShape(
    ctx,
    "#e6dcc6",
    [
      [x, horizon - 15],
      [x + 17, horizon - 31],
      [x + 34, horizon - 15],
    ],
    0,
  );
  ctx.fillStyle = "#f3ecdb";
  ctx.fillRect(x + 1, horizon - 15, 32, 16);
  ctx.fillStyle = "rgba(150,58,46,.75)";
  for (let stripe = 0; stripe < 4; stripe += 1) ctx.fillRect(x + 4 + stripe * 8, horizon - 15, 3.4, 16);
}

function mast(ctx: Ctx, x: number, horizon: number): void {
  ctx.fillStyle = "#1a2a30";
  ctx.fillRect(x - 1.6, horizon * 0.08, 3.2, horizon);
  ctx.fillStyle = "#26383e";
  ctx.fillRect(x - 18, horizon * 0.04, 36, 16);
  ctx.fillStyle = "#fffbe6";
  for (let lamp = 0; lamp < 8; lamp += 1)
    ctx.fillRect(x - 15 + (lamp % 4) * 8, horizon * 0.04 + 2 + Math.floor(lamp / 4) * 7, 5.6, 5);
  blob(ctx, "#fff6d6", 0.8, [x, horizon * 0.06 + 6], [84, 70]);
}

export function paintHedge(ctx: Ctx, width: number, height: number): void {
  const next = scatter(5);
  for (let bush = 0; bush < width / 4.5; bush += 1) {
    ctx.fillStyle = ["#1d4a2c", "#23562f", "#17402a", "#2c6638"][Math.floor(next() * 4)] ?? "#1d4a2c";
    ctx.beginPath();
    ctx.ellipse(next() * width, height * 0.72 + next() * 5, 10 + next() * 11, 8 + next() * 7, 0, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = "#16381f";
  ctx.fillRect(0, height * 0.82, width, height);
}
