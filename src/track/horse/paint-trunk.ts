import { blob, fillShape, mixed, shade, strokeLine, withAlpha, type Ctx, type Pair } from "../ink.ts";
import type { Part } from "./atlas.ts";
import type { Look } from "./looks.ts";

/** Back from the withers to the dock, the lit side. */
const topline: readonly Pair[] = [
  [27, -21.6],
  [21, -19.6],
  [11, -16.4],
  [-2, -14.6],
  [-16, -16.6],
  [-29, -17.9],
  [-40, -14.4],
  [-46.4, -8.4],
  [-49, 0],
];
/** From the dock under the belly to the breast and the root of the neck. */
const underline: readonly Pair[] = [
  [-46.6, 8.4],
  [-39, 12.6],
  [-28, 11],
  [-14, 12.2],
  [2, 16.8],
  [16, 20.8],
  [28, 21.4],
  [38, 17],
  [44.6, 7],
  [45, -3],
  [41, -13],
  [34.5, -20],
];

export const trunk = (look: Look): Part => ({
  box: [-56, -30, 54, 30],
  paint: (ctx) => {
    fillShape(ctx, look.coat, [...topline, ...underline]);
    ctx.globalCompositeOperation = "source-atop";
    paintLight(ctx, look);
    paintMuscles(ctx, look);
    paintRims(ctx, look);
    ctx.globalCompositeOperation = "source-over";
  },
});

function paintLight(ctx: Ctx, { coat, lite, dark }: Look): void {
  ctx.fillStyle = shade(
    ctx,
    [0, -24],
    [0, 24],
    [
      [0, withAlpha(lite, 0.55)],
      [0.22, withAlpha(lite, 0.34)],
      [0.42, withAlpha(coat, 0)],
      [0.66, withAlpha(dark, 0.42)],
      [1, withAlpha(dark, 0.9)],
    ],
  );
  ctx.fillRect(-60, -30, 120, 60);
}

function paintMuscles(ctx: Ctx, { highlight, shadow }: Look): void {
  blob(ctx, highlight, 0.72, [-31, -10.5], [17, 7.5], -0.2); // croup
  blob(ctx, highlight, 0.34, [-38, 1], [8, 11], 0.15); // haunch
  blob(ctx, highlight, 0.42, [2, 3], [20, 6], 0.06); // barrel
  blob(ctx, highlight, 0.55, [31, -4], [7.5, 12], -0.35); // shoulder
  blob(ctx, highlight, 0.32, [41, 4], [5, 7]); // breast
  blob(ctx, shadow, 0.62, [18.5, 4], [4.8, 17], -0.28); // behind the shoulder
  blob(ctx, shadow, 0.58, [-17, 5], [5, 12], 0.35); // flank
  blob(ctx, shadow, 0.6, [2, 18.5], [32, 6], 0.1); // belly
  blob(ctx, shadow, 0.34, [-50, 6], [6, 12], 0.1); // under the dock
  for (let rib = 0; rib < 6; rib += 1) {
    const x = 11 - rib * 5;
    strokeLine(ctx, withAlpha(shadow, 0.17), 0.7, [
      [x, -4],
      [x - 3.4, 4],
      [x - 3, 12],
    ]);
  }
  // The edge of the shoulder blade and of the haunch.
  strokeLine(ctx, withAlpha(shadow, 0.3), 1.5, [
    [25, -15],
    [20, -3],
    [24, 9],
  ]);
  strokeLine(ctx, withAlpha(shadow, 0.28), 1.6, [
    [-21, -8],
    [-17, 2],
    [-20, 10],
  ]);
}

function paintRims(ctx: Ctx, { neon, color, highlight }: Look): void {
  if (!neon) {
    strokeLine(ctx, withAlpha("#fff1d8", 0.55), 1.7, topline);
    return;
  }
  strokeLine(ctx, withAlpha(highlight, 0.95), 2.4, topline);
  strokeLine(ctx, withAlpha(color, 0.8), 1.5, underline.slice(0, 10));
}

/** Saddle cloth, number and girth. Drawn over the legs, so that the number is always readable. */
export const cloth = (look: Look, font: string): Part => ({
  box: [-26, -24, 22, 25],
  paint: (ctx) => {
    strokeLine(ctx, look.neon ? withAlpha(look.color, 0.9) : "#3a2416", 1.5, [
      [9, -2],
      [12.5, 8],
      [12, 20.4],
    ]);
    const outline: readonly Pair[] = [
      [15.5, -18.4],
      [15.6, -8],
      [12.5, -0.6],
      [-16, 1.2],
      [-21.4, -2.4],
      [-21.4, -16.8],
      [-10, -15.6],
      [2, -14.8],
    ];
    fillShape(ctx, look.cloth, outline, 0.07);
    ctx.save();
    ctx.clip();
    ctx.fillStyle = shade(
      ctx,
      [0, -18],
      [0, 2],
      [
        [0, "rgba(255,255,255,.14)"],
        [0.6, "rgba(0,0,0,0)"],
        [1, "rgba(0,0,0,.2)"],
      ],
    );
    ctx.fillRect(-30, -30, 60, 60);
    ctx.restore();
    ctx.strokeStyle = look.color;
    ctx.lineWidth = 1.7;
    ctx.stroke();
    ctx.font = `700 15.5px ${font}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = look.clothText;
    ctx.fillText(String(look.number), -9.4, -6.9);
  },
});

/** Tail streaming back from its root; `beat` is its position in the wave cycle. */
export const tail = (look: Look, beat: number): Part => ({
  box: [-62, -16, 8, 34],
  paint: (ctx) => {
    const strand = (late: number, length: number, wide: number, drop: number, color: string) => {
      const [upper, lower]: [Pair[], Pair[]] = [[], []];
      for (let step = 0; step <= 8; step += 1) {
        const s = step / 8;
        const sway = Math.sin(2 * Math.PI * (beat - s * 0.75 + late));
        const x = 3 - length * s - 2 * s * sway;
        const y = -5.4 * Math.sin(Math.PI * Math.min(1, s * 2)) + drop * s * s - 3.4 * s * sway;
        const half = wide * (s < 0.35 ? 0.45 + s * 1.6 : Math.max(0.04, (1 - s) / 0.65));
        upper.push([x, y - half]);
        lower.unshift([x, y + half]);
      }
      fillShape(ctx, color, [...upper, ...lower]);
    };
    strand(0.1, 50, 3.2, 22, withShade(look.mane, 0.35));
    strand(0, 47, 3.7, 15, look.mane);
    strand(-0.12, 40, 1.5, 10, withLight(look.mane));
  },
});

const withShade = (color: string, part: number): string => mixed(color, "#000000", part);
const withLight = (color: string): string => mixed(color, "#ffffff", 0.16);
