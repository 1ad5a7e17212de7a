import {
  blob,
  disc,
  fillShape,
  mixed,
  scatter,
  shade,
  strokeLine,
  withAlpha,
  type Ctx,
  type Pair,
} from "../ink.ts";
import type { Part } from "./atlas.ts";
import type { Look } from "./looks.ts";

const crest: readonly Pair[] = [
  [-9, -12.6],
  [2, -12.9],
  [11, -11.8],
  [24, -9.3],
  [35, -7.4],
  [42, -5.6],
];
const throat: readonly Pair[] = [
  [47, -1],
  [45.5, 5],
  [40, 7.4],
  [34, 7],
  [24, 8.6],
  [13, 12.4],
  [3, 16],
  [-8, 17],
];

/** The neck from its base along +x, with the mane at a beat of its waving. It blends into the trunk. */
export const neck = (look: Look, beat: number): Part => ({
  box: [-18, -24, 54, 22],
  paint: (ctx) => {
    fillShape(ctx, look.coat, [...crest, ...throat]);
    ctx.globalCompositeOperation = "source-atop";
    ctx.fillStyle = shade(
      ctx,
      [10, -13],
      [14, 15],
      [
        [0, withAlpha(look.lite, 0.5)],
        [0.3, withAlpha(look.lite, 0.22)],
        [0.5, withAlpha(look.coat, 0)],
        [1, withAlpha(look.dark, 0.72)],
      ],
    );
    ctx.fillRect(-20, -30, 80, 60);
    blob(ctx, look.highlight, 0.55, [19, -2.4], [17, 4.4]);
    blob(ctx, look.shadow, 0.32, [39, 4], [9, 5], 0.5);
    blob(ctx, look.shadow, 0.2, [22, 6], [18, 3.4], -0.2);
    strokeLine(
      ctx,
      look.neon ? withAlpha(look.highlight, 0.95) : withAlpha("#fff1d8", 0.4),
      look.neon ? 2.2 : 1.2,
      crest,
    );
    if (look.neon) strokeLine(ctx, withAlpha(look.color, 0.8), 1.4, throat.slice(1, -1));
    ctx.globalCompositeOperation = "destination-out";
    ctx.fillStyle = shade(
      ctx,
      [-8, 2],
      [7, -1],
      [
        [0, "rgba(0,0,0,1)"],
        [1, "rgba(0,0,0,0)"],
      ],
    );
    ctx.fillRect(-20, -30, 40, 60);
    ctx.globalCompositeOperation = "source-over";
    paintMane(ctx, look, beat);
  },
});

/** Locks of uneven length that overlap and lift in the wind. */
function paintMane(ctx: Ctx, { mane, neon }: Look, beat: number): void {
  const next = scatter(17);
  for (let lock = 0; lock < 30; lock += 1) {
    const s = 0.02 + (lock % 15) * 0.066 + next() * 0.03;
    const [x, y] = [s * 43, -9.6 - (s < 0.3 ? 2.4 : 0) + (s - 0.4) * 3.2];
    const length = 8 + 7 * next();
    const lift = 2.4 * Math.sin(2 * Math.PI * (beat - s * 0.7)) + 1.6 * next();
    ctx.fillStyle = mixed(mane, "#ffffff", (neon ? 0.3 : 0.16) * next());
    ctx.beginPath();
    ctx.moveTo(x + 4.4, y - 0.2);
    ctx.bezierCurveTo(x, y - 3.6, x - length * 0.5, y - 2.6 - lift, x - length, y - 0.4 - lift);
    ctx.bezierCurveTo(x - length * 0.5, y + 0.4 - lift * 0.4, x - 1, y + 1.6, x - 1.6, y + 2.8);
    ctx.fill();
  }
}

const profile: readonly Pair[] = [
  [-5, -2],
  [-1, -4.4],
  [4, -5.5],
  [10, -5.2],
  [18, -3.5],
  [26, -2.3],
  [32.5, -2.4],
  [36.3, -0.9],
  [37.6, 2.2],
  [36, 5],
  [33, 6.3],
  [30.2, 7.8],
  [27, 7],
  [21, 6.9],
  [15, 9.3],
  [9, 12.2],
  [3, 11.6],
  [-3, 6.6],
];

/** Head with ears and bridle, from the poll along +x to the muzzle. */
export const head = (look: Look): Part => ({
  box: [-14, -16, 42, 16],
  paint: (ctx) => {
    fillShape(
      ctx,
      mixed(look.coat, look.dark, 0.5),
      [
        [2, -3.6],
        [-0.4, -8.4],
        [-3.6, -11.4],
        [-4.6, -6.6],
        [-2, -2],
      ],
      0.12,
    );
    fillShape(ctx, look.coat, profile);
    ctx.globalCompositeOperation = "source-atop";
    ctx.fillStyle = shade(
      ctx,
      [12, -6],
      [15, 11],
      [
        [0, withAlpha(look.lite, 0.5)],
        [0.4, withAlpha(look.coat, 0)],
        [1, withAlpha(look.dark, 0.75)],
      ],
    );
    ctx.fillRect(-20, -20, 70, 40);
    blob(ctx, look.highlight, 0.4, [10, 4.6], [7, 4.6]);
    blob(ctx, look.highlight, 0.28, [22, 0], [10, 2.4], 0.1);
    blob(ctx, look.shadow, 0.42, [18, 4.6], [6, 2.2], 0.5);
    blob(ctx, look.points, 0.85, [35, 2.6], [8, 7]);
    strokeLine(
      ctx,
      look.neon ? withAlpha(look.highlight, 0.95) : withAlpha("#fff1d8", 0.42),
      look.neon ? 1.9 : 1.1,
      profile.slice(0, 8),
    );
    if (look.neon) strokeLine(ctx, withAlpha(look.color, 0.75), 1.2, profile.slice(10, 17));
    ctx.globalCompositeOperation = "source-over";
    paintFace(ctx, look);
    paintBridle(ctx, look);
  },
});

function paintFace(ctx: Ctx, look: Look): void {
  if (look.blaze)
    fillShape(ctx, "rgba(246,238,226,.9)", [
      [8, -5.7],
      [16, -4.3],
      [27, -2.8],
      [33, -2.5],
      [33, -1.2],
      [24, -1.2],
      [14, -2.6],
      [8, -4],
    ]);
  fillShape(
    ctx,
    look.coat,
    [
      [2.6, -4],
      [-1.4, -8.6],
      [-6.4, -10.8],
      [-5.2, -6],
      [-2, -2.4],
    ],
    0.12,
  );
  strokeLine(ctx, withAlpha(look.highlight, 0.6), 0.6, [
    [-1.4, -4.6],
    [-3.2, -7],
    [-5.8, -9.8],
  ]);
  fillShape(ctx, look.mane, [
    [1, -4.6],
    [-4, -6.4],
    [-9.6, -5.4],
    [-4, -2.6],
  ]);
  const ink = "#0c0807";
  ctx.fillStyle = look.neon ? "#f4f1ff" : ink;
  ctx.beginPath();
  ctx.ellipse(10.6, -1, 1.9, 1.4, 0.1, 0, 7);
  ctx.fill();
  if (!look.neon) disc(ctx, "rgba(255,255,255,.85)", 11.1, -1.5, 0.45);
  strokeLine(ctx, withAlpha(look.shadow, 0.7), 0.6, [
    [8.2, -2],
    [10.6, -2.9],
    [12.8, -1.7],
  ]);
  ctx.fillStyle = ink;
  ctx.beginPath();
  ctx.ellipse(34.3, 0.7, 1.5, 1, 0.7, 0, 7);
  ctx.fill();
  strokeLine(ctx, withAlpha(ink, 0.6), 0.6, [
    [36.4, 4.3],
    [33.6, 4.9],
    [31, 4.6],
  ]);
}

/** Position of the bit, from the poll. */
export const BIT = { x: 28.5, y: 5 } as const;

function paintBridle(ctx: Ctx, { tack, neon, color }: Look): void {
  for (const strap of [
    [
      [-1.5, -3.6],
      [2, 0],
      [4.5, 3],
    ],
    [
      [4.5, 3],
      [16, 3.6],
      [BIT.x, BIT.y],
    ],
    [
      [24, -2.5],
      [24.2, 2],
      [23.4, 6.8],
    ],
    [
      [2.5, -5.2],
      [4.4, -1],
      [4.5, 3],
    ],
  ] as const)
    strokeLine(ctx, tack, 0.95, strap);
  disc(ctx, neon ? color : "#d8b25a", BIT.x, BIT.y, 1.1);
}
