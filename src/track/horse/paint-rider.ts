import { disc, fillShape, mixed, shade, strokeLine, withAlpha, type Ctx, type Pair } from "../ink.ts";
import type { Part } from "./atlas.ts";
import type { Look } from "./looks.ts";
import { RIDER_LENGTHS } from "./rider.ts";

export type RiderPartName =
  | "rider.back"
  | "rider.head"
  | "rider.thigh"
  | "rider.boot"
  | "rider.farThigh"
  | "rider.upperArm"
  | "rider.forearm";

export const riderParts = (look: Look): Record<RiderPartName, Part> => ({
  "rider.back": back(look),
  "rider.head": helmet(look),
  "rider.thigh": limb(look.breeches, RIDER_LENGTHS.thigh, 5.2, 3.6),
  "rider.farThigh": limb(mixed(look.breeches, "#000000", 0.3), RIDER_LENGTHS.thigh, 4.9, 3.4),
  "rider.boot": boot(look),
  "rider.upperArm": limb(mixed(look.color, "#000000", 0.08), RIDER_LENGTHS.upperArm, 3.9, 2.9),
  "rider.forearm": forearm(look),
});

/** A limb that hangs down from its joint. */
function limb(color: string, length: number, top: number, bottom: number, more?: (ctx: Ctx) => void): Part {
  return {
    box: [-top - 5, -top - 2, top + 9, length + bottom + 6],
    paint: (ctx) => {
      const outline: readonly Pair[] = [
        [0, -top],
        [top * 0.95, -top * 0.4],
        [top, length * 0.3],
        [bottom, length * 0.8],
        [bottom * 0.8, length + bottom * 0.7],
        [-bottom * 0.8, length + bottom * 0.7],
        [-bottom, length * 0.8],
        [-top, length * 0.3],
        [-top * 0.95, -top * 0.4],
      ];
      fillShape(ctx, color, outline);
      ctx.globalCompositeOperation = "source-atop";
      ctx.fillStyle = shade(
        ctx,
        [-top, 0],
        [top, 0],
        [
          [0, "rgba(0,0,0,.34)"],
          [0.45, "rgba(0,0,0,.02)"],
          [0.75, "rgba(255,255,255,.22)"],
          [1, "rgba(0,0,0,.14)"],
        ],
      );
      ctx.fillRect(-20, -20, 40, 60);
      ctx.globalCompositeOperation = "source-over";
      more?.(ctx);
    },
  };
}

const forearm = (look: Look): Part =>
  limb(
    look.second === look.color ? look.cap : mixed(look.color, "#000000", 0.02),
    RIDER_LENGTHS.forearm,
    2.9,
    2,
    (ctx) => {
      ctx.fillStyle = look.second;
      ctx.fillRect(-2.4, RIDER_LENGTHS.forearm - 2.8, 4.8, 2);
      disc(ctx, look.neon ? "#d9d4f5" : "#e7b48f", 0, RIDER_LENGTHS.forearm + 0.6, 2.3);
    },
  );

const boot = (look: Look): Part =>
  limb(look.boot, RIDER_LENGTHS.shin, 3.3, 2.2, (ctx) => {
    const foot = RIDER_LENGTHS.shin;
    fillShape(ctx, look.boot, [
      [-2.4, foot - 1.4],
      [-2.2, foot + 2],
      [3.6, foot + 2.6],
      [7.2, foot + 2],
      [5.4, foot + 0.2],
      [2.2, foot - 1.4],
    ]);
    strokeLine(ctx, look.neon ? look.color : "#cfc8b8", 1, [
      [1.6, foot - 2.4],
      [0.2, foot + 2.9],
      [4.6, foot + 3.2],
      [2.6, foot - 2],
    ]);
  });

const silhouette: readonly Pair[] = [
  [-5.4, 2.6],
  [-6, -2.6],
  [-1.6, -6.4],
  [7, -7.6],
  [16, -7.4],
  [24, -5.6],
  [28.6, -1.4],
  [27.6, 3.4],
  [20, 4.9],
  [10, 5],
  [1, 5.6],
];

/** Back and shoulders in silks, from the hip along +x. */
const back = (look: Look): Part => ({
  box: [-10, -12, 34, 10],
  paint: (ctx) => {
    fillShape(ctx, look.color, silhouette);
    ctx.globalCompositeOperation = "source-atop";
    paintPattern(ctx, look);
    ctx.fillStyle = shade(
      ctx,
      [10, -8],
      [12, 6],
      [
        [0, "rgba(255,255,255,.36)"],
        [0.4, "rgba(255,255,255,0)"],
        [0.55, "rgba(0,0,0,0)"],
        [1, "rgba(0,0,0,.46)"],
      ],
    );
    ctx.fillRect(-12, -14, 50, 30);
    strokeLine(ctx, "rgba(0,0,0,.16)", 0.9, [
      [3, -7],
      [5, -1],
      [3, 6],
    ]);
    strokeLine(ctx, "rgba(0,0,0,.12)", 0.8, [
      [14, -8],
      [17, -2],
      [15, 5],
    ]);
    if (look.neon)
      strokeLine(ctx, withAlpha(mixed(look.color, "#ffffff", 0.4), 0.9), 1.4, silhouette.slice(1, 8));
    ctx.globalCompositeOperation = "source-over";
  },
});

function paintPattern(ctx: Ctx, { pattern, second }: Look): void {
  ctx.fillStyle = second;
  switch (pattern) {
    case "sash":
      strokeLine(ctx, second, 5.4, [
        [-4, 7],
        [10, 0],
        [30, -9],
      ]);
      return;
    case "hoops":
      for (let hoop = 0; hoop < 4; hoop += 1) ctx.fillRect(-4 + hoop * 9, -12, 4.5, 24);
      return;
    case "quarters":
      ctx.fillRect(11, -14, 40, 13.2);
      ctx.fillRect(-12, -0.8, 23, 14);
      return;
    case "stars":
      for (const [x, y, size] of [
        [2, -1.6, 3.8],
        [12, -2.4, 4.2],
        [22, -1, 3.8],
      ] as const)
        star(ctx, x, y, size);
      return;
    case "chevrons":
      for (let mark = 0; mark < 3; mark += 1)
        strokeLine(ctx, second, 3, [
          [mark * 10 - 5, 8],
          [mark * 10 + 2.6, -0.6],
          [mark * 10 - 5, -10],
        ]);
      return;
    case "spots":
      for (let column = 0; column < 6; column += 1)
        for (let row = 0; row < 3; row += 1)
          disc(ctx, second, -3 + column * 6, -6 + row * 5 + (column % 2) * 2.4, 1.75);
  }
}

function star(ctx: Ctx, x: number, y: number, size: number): void {
  ctx.beginPath();
  for (let tip = 0; tip < 10; tip += 1) {
    const radius = tip % 2 === 0 ? size : size * 0.42;
    const angle = (tip * Math.PI) / 5 - Math.PI / 2;
    ctx.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  }
  ctx.fill();
}

/** Head in cap and goggles, around its middle. */
const helmet = (look: Look): Part => ({
  box: [-9, -9, 12, 9],
  paint: (ctx) => {
    const skin = look.neon ? "#cfc9ee" : "#dba680";
    fillShape(ctx, skin, [
      [-3.4, 0],
      [3.6, -0.4],
      [4.9, 1.4],
      [4.2, 3.4],
      [3.2, 5],
      [0, 5.4],
      [-3, 3.4],
    ]);
    ctx.fillStyle = look.cap;
    ctx.beginPath();
    ctx.arc(0, 0, 5.8, Math.PI - 0.24, 0.06);
    ctx.quadraticCurveTo(0, 1.6, -5.6, 1.4);
    ctx.fill();
    ctx.fillStyle = shade(
      ctx,
      [-2, -6],
      [2, 2],
      [
        [0, "rgba(255,255,255,.4)"],
        [0.5, "rgba(255,255,255,0)"],
        [1, "rgba(0,0,0,.3)"],
      ],
    );
    ctx.fill();
    ctx.fillStyle = mixed(look.cap, "#000000", 0.3);
    ctx.beginPath();
    ctx.ellipse(6, 0.3, 3.4, 1, 0.14, 0, 7);
    ctx.fill();
    ctx.fillStyle = "#0f0d12";
    ctx.fillRect(0.4, 0.7, 4.9, 2.1);
    ctx.fillStyle = look.neon ? look.color : "#86c5e0";
    ctx.fillRect(2.6, 1, 2.5, 1.4);
    disc(ctx, look.color, -0.4, -5.9, 1.3);
  },
});
