import type { Geometry } from "./geometry.ts";
import { withAlpha, type Palette } from "./palette.ts";

/** A picture painted once and tiled along the course. */
export interface Layer {
  readonly image: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
}

/** Everything behind and under the horses that does not change from frame to frame. */
export interface Scenery {
  readonly sky: Layer;
  readonly skyline: Layer;
  readonly stand: Layer;
  readonly boards: Layer;
  readonly turf: Layer;
}

type Paint = (ctx: CanvasRenderingContext2D, width: number, height: number) => void;

function layer(width: number, height: number, ratio: number, paint: Paint): Layer {
  const image = document.createElement("canvas");
  image.width = Math.max(1, Math.ceil(width * ratio));
  image.height = Math.max(1, Math.ceil(height * ratio));
  const ctx = image.getContext("2d");
  if (ctx !== null) {
    ctx.scale(ratio, ratio);
    paint(ctx, width, height);
  }
  return { image, width, height };
}

/** Scattered but the same every time: what is painted once must not flicker when it is painted again. */
function scatter(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

/** Paints the scenery for a size and a palette. */
export function paintScenery(geometry: Geometry, palette: Palette, ratio: number): Scenery {
  const { width, height, groundTop: horizon, bodyLength } = geometry;
  const ground = height - horizon;
  return {
    sky: layer(width, horizon + 4, ratio, (ctx) => paintSky(ctx, width, horizon, palette)),
    skyline: layer(1000, horizon, ratio, palette.neon ? paintCity : paintHills),
    stand: layer(1400, horizon, ratio, palette.neon ? paintNeonStand : paintStand),
    boards: layer(880, 20, ratio, (ctx) => paintBoards(ctx, palette)),
    turf: layer(Math.max(200, bodyLength * 14), ground, ratio, (ctx, w, h) => paintTurf(ctx, w, h, palette)),
  };
}

function paintSky(ctx: CanvasRenderingContext2D, width: number, horizon: number, palette: Palette): void {
  const gradient = ctx.createLinearGradient(0, 0, 0, horizon);
  for (const [index, color] of palette.sky.entries())
    gradient.addColorStop(index / (palette.sky.length - 1), color);
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, horizon + 4);
  if (palette.neon) paintStarsAndSun(ctx, width, horizon);
  else paintClouds(ctx, width, horizon);
}

function paintClouds(ctx: CanvasRenderingContext2D, width: number, horizon: number): void {
  const next = scatter(77);
  const glow = ctx.createRadialGradient(width * 0.74, horizon, 4, width * 0.74, horizon, horizon * 1.5);
  glow.addColorStop(0, "rgba(255, 222, 160, 0.6)");
  glow.addColorStop(1, "rgba(255, 190, 120, 0)");
  ctx.fillStyle = glow;
  ctx.fillRect(0, 0, width, horizon + 4);
  for (let cloud = 0; cloud < 9; cloud += 1) {
    ctx.fillStyle = `rgba(255, 214, 170, ${0.05 + next() * 0.08})`;
    ctx.beginPath();
    ctx.ellipse(next() * width, horizon * (0.16 + next() * 0.5), 60 + next() * 140, 2 + next() * 5, 0, 0, 7);
    ctx.fill();
  }
}

function paintStarsAndSun(ctx: CanvasRenderingContext2D, width: number, horizon: number): void {
  const next = scatter(11);
  for (let star = 0; star < 150; star += 1) {
    ctx.fillStyle =
      next() < 0.3 ? `rgba(20, 241, 149, ${next() * 0.7})` : `rgba(220, 210, 255, ${next() * 0.7})`;
    const size = 0.5 + next() * 1.1;
    ctx.fillRect(next() * width, next() * horizon * 0.75, size, size);
  }
  const [x, y, radius] = [width * 0.7, horizon * 1.02, horizon * 0.62];
  const glow = ctx.createRadialGradient(x, y, radius * 0.4, x, y, radius * 2.1);
  glow.addColorStop(0, "rgba(153, 69, 255, 0.6)");
  glow.addColorStop(1, "rgba(153, 69, 255, 0)");
  ctx.fillStyle = glow;
  ctx.fillRect(0, 0, width, horizon + 4);
  const sun = ctx.createLinearGradient(0, y - radius, 0, y);
  sun.addColorStop(0, "#14f195");
  sun.addColorStop(0.45, "#43b4ca");
  sun.addColorStop(1, "#9945ff");
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.clip();
  ctx.fillStyle = sun;
  ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  ctx.fillStyle = "#1d0d4a";
  for (let band = 0; band < 6; band += 1) {
    ctx.fillRect(x - radius, y - radius * (0.1 + band * 0.115), 2 * radius, radius * (0.055 - 0.007 * band));
  }
  ctx.restore();
}

const paintHills: Paint = (ctx, width, height) => {
  for (const [index, color] of ["#4f6460", "#2d4a47"].entries()) {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(0, height);
    for (let x = 0; x <= width; x += 6) {
      const turn = (x / width) * 2 * Math.PI;
      const ridge =
        0.09 * Math.sin(turn * (index + 2) + index * 1.3) + 0.035 * Math.sin(turn * (5 + 2 * index));
      ctx.lineTo(x, height * ((index === 0 ? 0.66 : 0.78) + ridge));
    }
    ctx.lineTo(width, height);
    ctx.fill();
  }
};

const paintCity: Paint = (ctx, width, height) => {
  const next = scatter(5);
  for (let x = 0; x < width;) {
    const [wide, high] = [18 + next() * 44, height * (0.12 + next() * next() * 0.45)];
    ctx.fillStyle = "#0e0828";
    ctx.fillRect(x, height - high, wide, high);
    ctx.fillStyle = "rgba(153, 69, 255, 0.5)";
    ctx.fillRect(x, height - high, wide, 1);
    for (let y = height - high + 5; y < height - 4; y += 6) {
      for (let window = x + 3; window < x + wide - 4; window += 5) {
        if (next() > 0.34) continue;
        ctx.fillStyle = next() < 0.5 ? "rgba(20, 241, 149, 0.5)" : "rgba(186, 140, 255, 0.55)";
        ctx.fillRect(window, y, 2, 2.4);
      }
    }
    x += wide + 2 + next() * 10;
  }
};

const paintStand: Paint = (ctx, _width, height) => {
  const next = scatter(7);
  const crowd = ["#d9c9a8", "#b05a44", "#3f6f8a", "#e8e3d5", "#27323a"];
  for (const [x, wide, high] of [
    [60, 470, height * 0.6],
    [640, 320, height * 0.46],
  ] as const) {
    const top = height - high;
    ctx.fillStyle = "#1a2c32";
    ctx.fillRect(x, top + high * 0.16, wide, high);
    ctx.fillStyle = "#e9e2d0";
    ctx.beginPath();
    ctx.moveTo(x - 18, top + high * 0.1);
    ctx.lineTo(x + wide + 26, top - high * 0.04);
    ctx.lineTo(x + wide + 26, top + high * 0.03);
    ctx.lineTo(x - 18, top + high * 0.16);
    ctx.fill();
    for (let tier = 0; tier < 3; tier += 1) {
      const y = top + high * (0.24 + tier * 0.22);
      ctx.fillStyle = "rgba(255, 206, 130, 0.9)";
      ctx.fillRect(x + 4, y, wide - 8, Math.max(1.5, high * 0.03));
      for (let seat = x + 5; seat < x + wide - 6; seat += 3) {
        ctx.fillStyle = crowd[Math.floor(next() * crowd.length)] ?? "#27323a";
        ctx.fillRect(seat, y + high * 0.06 + next() * 3, 2, 3.4);
      }
    }
    ctx.fillStyle = "#cfc7b2";
    for (let post = 0; post <= 6; post += 1) ctx.fillRect(x + (post * wide) / 6, top + high * 0.14, 2, high);
  }
  for (const x of [585, 1030]) paintMast(ctx, x, height);
  for (let tree = 0; tree < 30; tree += 1) {
    ctx.fillStyle = ["#1f3b33", "#244539", "#1a3530"][tree % 3] ?? "#1f3b33";
    ctx.beginPath();
    ctx.ellipse(
      1020 + next() * 340,
      height - height * 0.1,
      14 + next() * 16,
      height * (0.1 + next() * 0.12),
      0,
      0,
      7,
    );
    ctx.fill();
  }
};

function paintMast(ctx: CanvasRenderingContext2D, x: number, height: number): void {
  ctx.fillStyle = "#1a2a30";
  ctx.fillRect(x - 1.6, height * 0.06, 3.2, height);
  ctx.fillStyle = "#fffbe6";
  for (let row = 0; row < 2; row += 1) {
    for (let lamp = 0; lamp < 4; lamp += 1)
      ctx.fillRect(x - 14 + lamp * 7.6, height * 0.05 + row * 6.4, 5.4, 4.6);
  }
  const glow = ctx.createRadialGradient(x, height * 0.08, 2, x, height * 0.08, 70);
  glow.addColorStop(0, "rgba(255, 246, 214, 0.6)");
  glow.addColorStop(1, "rgba(255, 240, 200, 0)");
  ctx.fillStyle = glow;
  ctx.fillRect(x - 72, 0, 144, height * 0.08 + 74);
}

const paintNeonStand: Paint = (ctx, _width, height) => {
  const next = scatter(23);
  for (const [x, wide, high] of [
    [70, 420, height * 0.44],
    [660, 340, height * 0.36],
  ] as const) {
    const top = height - high;
    ctx.fillStyle = "#0a0620";
    ctx.fillRect(x, top, wide, high);
    const edge = ctx.createLinearGradient(x, 0, x + wide, 0);
    edge.addColorStop(0, "#9945ff");
    edge.addColorStop(1, "#14f195");
    ctx.fillStyle = edge;
    ctx.fillRect(x - 14, top - 4, wide + 28, 3);
    for (let tier = 0; tier < 3; tier += 1) {
      for (let seat = x + 3; seat < x + wide - 3; seat += 4) {
        if (next() < 0.3) continue;
        ctx.fillStyle = next() < 0.35 ? "rgba(20, 241, 149, 0.85)" : "rgba(180, 150, 255, 0.55)";
        ctx.fillRect(seat, top + high * (0.18 + tier * 0.22) + next() * 3, 2, 2);
      }
    }
  }
};

function paintBoards(ctx: CanvasRenderingContext2D, palette: Palette): void {
  const texts = ["FURLONG", "PROVABLY FAIR", "POOL BETTING", "VERIFY EVERY RACE"];
  ctx.font = `700 12px ${palette.font}`;
  ctx.letterSpacing = "2px";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const [index, text] of texts.entries()) {
    const [fill, ink] = palette.boards[index % palette.boards.length] ?? ["#000000", "#ffffff"];
    ctx.fillStyle = fill;
    ctx.fillRect(index * 220, 0, 220, 18);
    ctx.fillStyle = ink;
    ctx.fillText(text, index * 220 + 110, 9.5);
  }
}

function paintTurf(ctx: CanvasRenderingContext2D, width: number, height: number, palette: Palette): void {
  const [far, middle, near] = palette.ground;
  const gradient = ctx.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, far);
  gradient.addColorStop(0.3, middle);
  gradient.addColorStop(1, near);
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
  const next = scatter(3);
  const [dark, light] = palette.neon
    ? [withAlpha("#a082ff", 0.05), withAlpha("#a082ff", 0.05)]
    : ["rgba(14, 40, 14, 0.2)", "rgba(190, 220, 120, 0.1)"];
  for (let blade = 0; blade < (width * height) / (palette.neon ? 500 : 70); blade += 1) {
    const y = next() * height;
    const size = 0.5 + y / height;
    ctx.fillStyle = next() < 0.5 ? dark : light;
    ctx.fillRect(next() * width, y, (palette.neon ? 20 : 2 + next() * 7) * size, 1.1 * size);
  }
}
